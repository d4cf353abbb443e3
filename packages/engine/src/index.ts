export { type Command, commandKey } from './commands';
export {
  begin,
  evolve,
  evolveIterationCompleted,
  evolveIterationStarted,
  evolvePure,
  retryDue,
} from './evolve';
export { compile, type Plan, type PlanContainer, type PlanEdge, type PlanNode } from './plan';
export { decide } from './run';
export { type AttachmentCodec, readState, writeState } from './snapshot';
export {
  type ActiveRun,
  type ActiveStatus,
  createState,
  findScope,
  type LoopRun,
  NODE_STATE,
  type RunState,
  type Scope,
} from './state';
export { failLoopRun, stopRun } from './stop';
export { liveSources, needsPerson, waitReasonOf } from './waiting';

/** Runs pin the engine they were folded with; raise it when the meaning of a log changes. */
export const ENGINE_VERSION = '1';

/** Whose runs this engine walks on as theirs would: a log of one of these means the same here. */
export const COMPATIBLE_ENGINES: readonly string[] = [ENGINE_VERSION];
