export { createRuntime } from './create-runtime';
export * from './executor';
export { type FleetProblem, type FleetState, FleetWatch, type FleetWatchParts } from './fleet-watch';
export * from './memory';
export { combineObservers } from './observe/combine-observers';
export { observeWorkflows } from './observe-workflows';
export * from './ports';
export { createdAtOf } from './run-id';
export * from './run-view';
export * from './runtime-api';
export type { LocalRuntime, RuntimeParts } from './runtime-parts';
export { systemClock } from './system-clock';
export {
  attemptSpanId,
  nodeSpanId,
  parentSpanIdOf,
  runSpanId,
  traceIdOf,
} from './trace-context';
export * from './validation';
export { type CrashHook, type CrashPoint, setCrashHook } from './walker/crash-points';
export * from './workflows';
