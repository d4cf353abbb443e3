import type { Transition } from '@weftwork/runtime';

export function errorText(transition: Transition | undefined): string | null {
  return transition?.error ? JSON.stringify(transition.error) : null;
}

/** Null when there are none. */
export function warningsText(transition: Transition | undefined): string | null {
  return transition?.warnings?.length ? JSON.stringify(transition.warnings) : null;
}
