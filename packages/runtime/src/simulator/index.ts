export type { SimulatedRun } from './read-runs';
export { type SeededRandom, seededRandom } from './seeded-random';
export { type SimulationReport, simulate } from './simulate';
export type { SimulatedLoad, SimulatedOutside, SimulationPlan, WantedRun } from './simulation-plan';
