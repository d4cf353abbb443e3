'use client';

import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Place {
  readonly top: number;
  /** The link that had the focus. */
  readonly link: string | undefined;
}

const places = new Map<string, Place>();
/** The address that the browser's back or forward led to, until its page has taken its place again. */
let cameBackTo: string | undefined;

const address = () => location.pathname + location.search;

if (typeof window !== 'undefined') {
  addEventListener('popstate', () => {
    cameBackTo = address();
  });
}

/**
 * For what scrolls on a page: whoever comes back to the page finds it where it was left, with the focus on the link that
 * was followed. `ready` tells that what is scrolled over stands there.
 */
export function useKeptPlace(ready: boolean): RefObject<HTMLElement | null> {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box || !ready) return;
    if (cameBackTo === address()) takePlace(box, places.get(cameBackTo));
    cameBackTo = undefined;
    let link: string | undefined;
    const keep = () => places.set(address(), { top: box.scrollTop, link });
    const keepLink = ({ target }: FocusEvent) => {
      link = (target as Element).closest('a[href]')?.getAttribute('href') ?? undefined;
      keep();
    };
    box.addEventListener('scroll', keep, { passive: true });
    box.addEventListener('focusin', keepLink);
    return () => {
      box.removeEventListener('scroll', keep);
      box.removeEventListener('focusin', keepLink);
    };
  }, [ready]);
  return ref;
}

function takePlace(box: HTMLElement, place: Place | undefined): void {
  if (!place) return;
  if (place.link !== undefined) {
    box.querySelector<HTMLElement>(`a[href="${CSS.escape(place.link)}"]`)?.focus({ preventScroll: true });
  }
  box.scrollTop = place.top;
}
