/** This product as a peer of the harness in `peers/`: the real service with its embedded PostgreSQL. */
import { join } from 'node:path';
import { walBytes } from './lib/database.mjs';
import { createReadBack } from './lib/read-back.mjs';
import { publish, runRequest, startService, withDatabase } from './lib/service.mjs';
import { workloads } from './lib/workflows.mjs';

export default {
  variants: ['embedded'],
  durability: {
    embedded: 'every answered run and event, before the answer (fsync and synchronous_commit on)',
  },

  async prepare(ctx) {
    const service = await startService({ home: homeOf(ctx), log: join(ctx.work, 'prepare.log') });
    for (const graph of Object.values(workloads(ctx.echo))) await publish(service.agent, graph);
    await service.stop();
  },

  async start(ctx) {
    const service = await startService({ home: homeOf(ctx), log: join(ctx.work, 'app.log') });
    const readBack = createReadBack(service.databaseUrl);
    return {
      children: [service.child],
      db: [service.databasePid],
      request: runRequest,
      result({ json }) {
        if (json?.status !== 'completed') return undefined;
        readBack.note({ id: json.id, lastSeq: json.lastSeq });
        return json.output;
      },
      verify: () => readBack.verify(),
      wal: () => withDatabase(service.databaseUrl, walBytes),
      close: () => service.stop(),
    };
  },
};

const homeOf = (ctx) => join(ctx.work, 'home');
