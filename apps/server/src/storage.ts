import {
  acquireHomeLock,
  type HomeLock,
  type LocalPostgres,
  startLocalPostgres,
} from '@weftwork/local-postgres';
import type { ServerSettings } from './settings';

/** Where the service keeps everything, and its right to do so. */
export interface Storage {
  readonly kind: 'embedded' | 'postgresql';
  readonly url: string;
  /** Calls back once when the database is gone or may be used by another service: this one must end. */
  onLost(callback: (reason: string) => void): void;
  /** Ends what was started here. `force` does not wait for a tidy end. */
  close(options?: { force?: boolean }): Promise<void>;
}

/** The database of `DATABASE_URL`, else the embedded one of the home, held for this service alone. */
export async function openStorage(
  settings: ServerSettings,
  port: number,
  onProgress: (message: string) => void,
): Promise<Storage> {
  const { databaseUrl, home } = settings;
  if (databaseUrl !== undefined) {
    return { kind: 'postgresql', url: databaseUrl, onLost() {}, async close() {} };
  }
  const postgres = await startLocalPostgres({ home, onProgress });
  // Refused, it is another service's database now, even if we were the one to start it: leave it running.
  const lock = await acquireHomeLock({ url: postgres.url, home, port });
  return embedded(postgres, lock);
}

function embedded(postgres: LocalPostgres, lock: HomeLock): Storage {
  return {
    kind: 'embedded',
    url: postgres.url,
    onLost(callback) {
      let told = false;
      const tell = (reason: string) => {
        if (!told) callback(reason);
        told = true;
      };
      postgres.onExit(() =>
        tell('The embedded PostgreSQL ended unexpectedly; postgres.log in the home says why.'),
      );
      lock.onLost(() => tell('The connection that holds the home was lost.'));
    },
    async close({ force = false } = {}) {
      await lock.release();
      await postgres.stop({ force });
    },
  };
}
