export * from './executor';
export * from './memory';
export * from './ports';
export * from './runtime-api';
