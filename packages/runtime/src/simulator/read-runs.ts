import { decodeEvents, type RunEvent } from '@weftwork/schema';
import type { LogRow, RunReader, RunRecord } from '../ports';

/** A run as the store has it, with its log. */
export interface SimulatedRun extends RunRecord {
  readonly log: readonly LogRow[];
  readonly events: readonly RunEvent[];
}

export async function readRuns(reader: RunReader, workspaceId: string): Promise<readonly SimulatedRun[]> {
  const { items } = await reader.listRuns(workspaceId, {}, { limit: Number.MAX_SAFE_INTEGER });
  return Promise.all(
    items.map(async ({ id }) => {
      const { run, log } = (await reader.getRunWithLog(workspaceId, id))!;
      return { ...run, log, events: log.flatMap((row) => decodeEvents(row.text)) };
    }),
  );
}
