export const RUN_STATUSES = [
  'queued',
  'running',
  'awaiting_input',
  'cancel_requested',
  'completed',
  'failed',
  'cancelled',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const TERMINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies readonly RunStatus[];
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number];

/** Which status may follow which. The same table stands in SQL; a test compares every pair. */
export const RUN_TRANSITIONS: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  queued: ['running', 'cancel_requested', 'failed'],
  running: ['awaiting_input', 'completed', 'failed', 'cancel_requested'],
  awaiting_input: ['running', 'cancel_requested', 'failed'],
  cancel_requested: ['cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
};

export function isTerminal(status: RunStatus): status is TerminalStatus {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Why a run waits. Of several reasons the first in this order is told. */
export const WAIT_REASONS = ['approval', 'input', 'reconcile', 'signal', 'child', 'timer'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export const NODE_RUN_STATUSES = [
  'running',
  'retrying',
  'awaiting_input',
  'completed',
  'failed',
  'skipped',
  'cancelled',
  'unknown',
] as const;
export type NodeRunStatus = (typeof NODE_RUN_STATUSES)[number];
