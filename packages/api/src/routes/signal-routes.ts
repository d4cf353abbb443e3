import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { serve } from '../route';

/** Signals from outside, for runs that wait for them. */
export function serveSignals(app: FastifyInstance, { runtime, runs }: ApiServices): void {
  serve(app, contracts.sendSignal, async ({ body, principal: { workspaceId, userId } }) => {
    const { name, key, payload = {}, idempotencyId } = body;
    const signal = { workspaceId, by: userId, name, key: String(key), payload };
    return runtime.sendSignal({ ...signal, ...(idempotencyId === undefined ? {} : { idempotencyId }) });
  });

  serve(app, contracts.listSignals, async ({ query, principal: { workspaceId } }) => {
    const { cursor, limit, name, key } = query;
    const filter = { ...(name === undefined ? {} : { name }), ...(key === undefined ? {} : { key }) };
    const kept = await runs.listSignals(workspaceId, filter, {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
    });
    return {
      items: kept.items.map(({ workspaceId: _, ...signal }) => signal),
      nextCursor: kept.nextCursor,
    };
  });
}
