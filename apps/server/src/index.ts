export { type Service, type StartServiceOptions, startService } from './service';
export { parseSettings, type ServerSettings } from './settings';
