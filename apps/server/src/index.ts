export { readServiceFile, type ServiceFile } from './home-files';
export { type Service, type StartServiceOptions, startService } from './service';
export { parseSettings, type ServerSettings } from './settings';
