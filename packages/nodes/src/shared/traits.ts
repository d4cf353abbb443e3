import type { NodeDefinition } from '@weftwork/schema';

/** What most definitions have in common; a definition spreads one and states what differs. */
type Traits = Pick<
  NodeDefinition,
  | 'hasInput'
  | 'handles'
  | 'failingHandles'
  | 'join'
  | 'allowsRetry'
  | 'allowsTimeout'
  | 'allowedOnError'
  | 'allowedInLoop'
>;

const DEFAULT_HANDLE = ['default'] as const;

/** Computed in place. */
export const pureTraits: Traits = {
  hasInput: true,
  handles: () => DEFAULT_HANDLE,
  failingHandles: [],
  join: () => 'all',
  allowsRetry: false,
  allowsTimeout: false,
  allowedOnError: ['fail', 'continue', 'branch'],
  allowedInLoop: true,
};

/** Makes attempts, which take time and may be made again. */
export const attemptTraits: Traits = { ...pureTraits, allowsRetry: true, allowsTimeout: true };
