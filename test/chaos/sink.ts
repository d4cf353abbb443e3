import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallCounts } from '@weftwork/runtime/testing';
import { nodeRunId } from '@weftwork/schema';

export interface Sink {
  readonly url: string;
  /** Every at-most-once call it has seen, by run: how often each node run was called. */
  calls(): Promise<ReadonlyMap<string, CallCounts>>;
  stop(): Promise<void>;
}

/** Starts the sink and reads what it wrote. A call is `POST /once/RUN/NODE`. */
export async function startSink(dir: string): Promise<Sink> {
  const file = join(dir, 'sink.log');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'sink-process.mjs'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    async calls() {
      const counts = new Map<string, Map<string, number>>();
      for (const line of (await readFile(file, 'utf8')).split('\n')) {
        const [, runId, nodeId] = /^POST \/once\/([^/]+)\/([^/]+)$/.exec(line) ?? [];
        if (runId === undefined || nodeId === undefined) continue;
        const own = counts.get(runId) ?? new Map<string, number>();
        const step = nodeRunId(nodeId, [], 1);
        counts.set(runId, own.set(step, (own.get(step) ?? 0) + 1));
      }
      return counts;
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
