export * from './fault-plan';
export * from './faulty-ports';
export * from './run-violations';
export { seededRandom } from './seeded-random';
