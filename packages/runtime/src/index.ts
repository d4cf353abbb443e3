export * from './executor';
export * from './memory';
export * from './ports';
export * from './run-view';
export * from './runtime-api';
export * from './workflows';
