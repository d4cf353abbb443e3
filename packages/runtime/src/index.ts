export * from './executor';
export * from './ports';
export * from './runtime-api';
