export { freePort } from './free-port';
export { acquireHomeLock, type HomeLock, type HomeLockOptions } from './home-lock';
export { type LocalPostgres, type StartOptions, startLocalPostgres } from './start-local-postgres';
