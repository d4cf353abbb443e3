export * from './hints';
export * from './run-reader';
export * from './run-store';
export * from './session-store';
export * from './workflow-store';
