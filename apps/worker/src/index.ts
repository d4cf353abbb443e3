export { compose, type Worker } from './composition';
export { parseSettings, type WorkerSettings } from './settings';
