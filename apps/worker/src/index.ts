export { compose, type Worker } from './composition';
export { openLog } from './log';
export { parseSettings, type WorkerSettings } from './settings';
