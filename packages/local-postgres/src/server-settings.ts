/**
 * How the embedded PostgreSQL is tuned: one service on the same machine, many small commits, a queue-like
 * `runs` table, few connections, little memory when idle. The settings are passed on the command line at
 * each start, so a data folder never holds an old set of them.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',

  // Durability as promised: a commit that was answered is on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  shared_buffers: '128MB',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  huge_pages: 'off',
  // Statements are short; compiling them or running them in parallel costs more than it gives.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  random_page_cost: '1.1',

  // Nobody replicates from it: less log, and no processes that wait for nothing.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  // pglz: this build has no lz4. Rare checkpoints keep full page images rare.
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '80MB',
  checkpoint_timeout: '15min',

  // A run row changes a few times and then rests: vacuum early, in small bites.
  autovacuum_naptime: '10s',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_threshold: '500',
  autovacuum_analyze_scale_factor: '0.05',
  autovacuum_analyze_threshold: '500',
  autovacuum_vacuum_cost_limit: '1000',
};

export function settingArguments(port: number, more: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries({ ...SETTINGS, ...more, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}
