export { createPostgresStore, type PostgresStore, type PostgresStoreOptions } from './create-postgres-store';
export { type MigrateOptions, migrate } from './migrate';
