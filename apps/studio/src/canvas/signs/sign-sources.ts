import { CircleX, GitBranch, RotateCw, SkipForward, Timer, TriangleAlert } from 'lucide-react';
import type { ComponentType } from 'react';
import { NODE_LOOKS, UNKNOWN_LOOK } from '../../ui/node-icon';
import { STATUS_ICONS } from '../../ui/status-badge';

export type SignName = `node-${string}` | `status-${string}` | `badge-${string}` | `issue-${string}`;

/** A sign in one of the places where it has another colour. */
export interface SignSource {
  readonly name: SignName;
  readonly Icon: ComponentType<{ className?: string }>;
  /** Classes of the card, and of the part of it, in which the sign has its colour. */
  readonly within: readonly [card: string, part: string];
}

const LOOKS = { ...NODE_LOOKS, unknown: UNKNOWN_LOOK };

const nodes: SignSource[] = Object.entries(LOOKS).flatMap(([type, { family, Icon }]) => [
  { name: `node-${type}`, Icon, within: ['n', `nk nk-${family}`] },
  { name: `node-${type}`, Icon, within: ['n is-skipped', `nk nk-${family}`] },
]);

/** What runs turns, and a picture would have all of its card painted at each step. */
const statuses: SignSource[] = Object.entries(STATUS_ICONS).map(([status, Icon]) => ({
  name: `status-${status}`,
  Icon,
  within: ['n', `st st-${status}`],
}));

const BADGES = { retry: RotateCw, timeLimit: Timer, continue: SkipForward } as const;

const badges: SignSource[] = [
  ...Object.entries(BADGES).map(
    ([badge, Icon]): SignSource => ({ name: `badge-${badge}`, Icon, within: ['n', 'nb'] }),
  ),
  { name: 'badge-branch', Icon: GitBranch, within: ['n', 'nb err'] },
  { name: 'badge-stale', Icon: TriangleAlert, within: ['n', 'stale'] },
  { name: 'issue-error', Icon: CircleX, within: ['n', 'perr'] },
  { name: 'issue-warning', Icon: TriangleAlert, within: ['n', 'perr warn'] },
];

export const SIGNS: readonly SignSource[] = [...nodes, ...statuses, ...badges];
