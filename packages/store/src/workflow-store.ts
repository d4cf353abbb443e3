import type { WorkflowStore } from '@weftwork/runtime';
import type { Pool } from 'pg';
import { lazyPrisma } from './prisma-client';
import { workflowReads } from './workflow-reads';
import { workflowWrites } from './workflow-writes';

export function workflowStore(pool: Pool): WorkflowStore {
  return { ...workflowReads(pool), ...workflowWrites(lazyPrisma(pool), pool) };
}
