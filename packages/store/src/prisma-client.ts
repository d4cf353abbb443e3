import type { Pool } from 'pg';
import type { PrismaClient } from './generated/client';

/**
 * Prisma on the connections of the pool. It is loaded with the first write of a definition: its query compiler costs
 * 30 MB and a fifth of a second, which a start and a process that only runs workflows do not pay.
 */
export function lazyPrisma(pool: Pool): () => Promise<PrismaClient> {
  let loaded: Promise<PrismaClient> | undefined;
  return () => {
    loaded ??= load(pool);
    return loaded;
  };
}

async function load(pool: Pool): Promise<PrismaClient> {
  const [{ PrismaClient }, { PrismaPg }] = await Promise.all([
    import('./generated/client'),
    import('@prisma/adapter-pg'),
  ]);
  return new PrismaClient({ adapter: new PrismaPg(pool) });
}
