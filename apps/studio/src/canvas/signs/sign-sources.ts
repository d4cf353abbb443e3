import { CircleX, GitBranch, RotateCw, SkipForward, Timer, TriangleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import { NODE_LOOKS, UNKNOWN_LOOK } from '../../ui/node-icon';
import { STATUS_ICONS } from '../../ui/status-badge';

export type SignName = `node-${string}` | `status-${string}` | `badge-${string}` | `issue-${string}`;

/** A sign in one of the places where it has another colour. */
export interface SignSource {
  readonly name: SignName;
  readonly Icon: ComponentType<{ className?: string }>;
  /** Classes of the part of a card that the sign is in: what its colour follows from. */
  readonly part: string;
  /** Classes of the cards that show it so; without them all do, those of loops too. */
  readonly card?: string;
}

const LOOKS = { ...NODE_LOOKS, unknown: UNKNOWN_LOOK };

const nodes: SignSource[] = Object.entries(LOOKS).flatMap(([type, { family, Icon }]) => {
  const sign: SignSource = { name: `node-${type}`, Icon, part: `nk nk-${family}` };
  return [sign, { ...sign, card: 'n is-skipped' }];
});

const statuses: SignSource[] = Object.entries(STATUS_ICONS).map(([status, Icon]) => ({
  name: `status-${status}`,
  Icon,
  part: `st st-${status}`,
}));

const badges: SignSource[] = [
  { name: 'badge-retry', Icon: RotateCw, part: 'nb' },
  { name: 'badge-timeLimit', Icon: Timer, part: 'nb' },
  { name: 'badge-continue', Icon: SkipForward, part: 'nb' },
  { name: 'badge-branch', Icon: GitBranch, part: 'nb err' },
  { name: 'badge-stale', Icon: TriangleAlert, part: 'stale' },
  { name: 'issue-error', Icon: CircleX, part: 'perr' },
  { name: 'issue-warning', Icon: TriangleAlert, part: 'perr warn' },
];

export const SIGNS: readonly SignSource[] = [...nodes, ...statuses, ...badges];
