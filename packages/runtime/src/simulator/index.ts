export { type Chance, chanceOf } from './chance';
export type { SimulatedRun } from './read-runs';
export { type SimulationReport, simulate } from './simulate';
export type { SimulatedLoad, SimulatedOutside, SimulationPlan, WantedRun } from './simulation-plan';
export { VirtualTime } from './virtual-time';
