import { isCodedError } from '@weftwork/schema';
import type { Pool } from 'pg';
import { storageUnavailable } from './database-errors';
import type { PrismaClient } from './generated/client';

/** Publishing waits for its turn at a workflow, and on a busy machine for the processor. */
const TRANSACTIONS = { maxWait: 10_000, timeout: 20_000 };

/** Codes of Prisma for what it was not the query's fault. */
const UNAVAILABLE = /^(P1|P2024|P2028|P2037)/;

export type Through = <T>(work: (prisma: PrismaClient) => Promise<T>) => Promise<T>;

/**
 * Prisma on the connections of the pool. It is loaded with the first write of a definition: its query compiler costs
 * 30 MB and a fifth of a second, which a start and a process that only runs workflows do not pay.
 */
export function lazyPrisma(pool: Pool): Through {
  let loaded: Promise<PrismaClient> | undefined;
  return async (work) => {
    loaded ??= load(pool);
    const prisma = await loaded;
    try {
      return await work(prisma);
    } catch (error) {
      throw isOurs(error) ? error : storageUnavailable(error);
    }
  };
}

/** Our own errors, and what the database or Prisma has against the query. The rest is a lost connection. */
function isOurs(error: unknown): boolean {
  if (isCodedError(error)) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('P') && !UNAVAILABLE.test(code);
}

async function load(pool: Pool): Promise<PrismaClient> {
  const [{ PrismaClient }, { PrismaPg }] = await Promise.all([
    import('./generated/client'),
    import('@prisma/adapter-pg'),
  ]);
  return new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions: TRANSACTIONS });
}
