export * from './executor';
export * from './ports';
