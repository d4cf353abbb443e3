export * from './hints';
export * from './run-observer';
export * from './run-reader';
export * from './run-store';
export * from './session-store';
export * from './signals';
export * from './worker-registry';
export * from './workflow-store';
