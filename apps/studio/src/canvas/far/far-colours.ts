import type { NodeState } from '../../run-state/node-states';

export type FarStatus = NodeState['status'] | 'idle';

export interface FarColours {
  readonly accent: string;
  readonly surface: string;
  readonly sign: string;
  readonly idle: string;
  readonly loop: string;
  readonly loopLine: string;
  readonly status: Readonly<Record<string, string>>;
  readonly edges: Readonly<Record<string, string>>;
}

/** The colours of the theme as the style sheet has them now. */
export function readFarColours(element: Element): FarColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--wf-${name}`).trim();
  const waiting = token('waiting-line');
  const failed = token('failed-line');
  return {
    accent: token('accent'),
    surface: token('surface'),
    sign: token('on-status'),
    idle: token('line-strong'),
    loop: token('surface-2'),
    loopLine: token('line-strong'),
    status: {
      running: token('running-line'),
      completed: token('completed-line'),
      failed,
      unknown: failed,
      awaiting_input: waiting,
      retrying: waiting,
      skipped: token('skipped-line'),
      cancelled: token('idle-line'),
    },
    edges: {
      idle: token('edge-idle'),
      taken: token('completed-line'),
      running: token('running-line'),
      skipped: token('skipped-line'),
      error: token('error-path'),
    },
  };
}
