export { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from './create-postgres-store';
export { createDatabaseClock, type DatabaseClock } from './database-clock';
export { type MigrateOptions, migrate } from './migrate';
export { createPostgresHints, type PostgresHints } from './postgres-hints';
export { prepareDatabase } from './prepare-database';
