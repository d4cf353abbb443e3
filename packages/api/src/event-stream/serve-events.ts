import { setMaxListeners } from 'node:events';
import type { RunRecord } from '@weftwork/runtime';
import { envelopesOf } from '@weftwork/runtime/run-view';
import { CodedError, type EventEnvelope, isTerminal } from '@weftwork/schema';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { notFound, serve } from '../route';
import { readCursor } from './cursor';
import { followRun, STREAM_HEADERS } from './follow-run';
import { createRunFeeds } from './run-feeds';
import { shareReads } from './share-reads';

const ROWS_PER_READ = 16;

/** `GET /runs/{id}/events`: a stream, or pages of JSON for those who ask for it. */
export function serveEvents(
  app: FastifyInstance,
  { runtime, runs, log, observer }: Pick<ApiServices, 'runtime' | 'runs' | 'log' | 'observer'>,
): void {
  const feeds = createRunFeeds(runtime, log);
  const getRun = shareReads((key) => runs.getRun(...(JSON.parse(key) as [string, string])));
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  app.addHook('preClose', (done) => {
    closing.abort();
    done();
  });

  serve(app, contracts.listEvents, async ({ params, query, principal, request, reply }) => {
    const run = await getRun(JSON.stringify([principal.workspaceId, params.id]));
    if (!run) throw notFound(`There is no run "${params.id}".`);
    reply.statusCode = 200;
    if (wantsJson(request.headers.accept)) return readEventPage(run, query);
    const after = readCursor(headerText(request.headers['last-event-id']), query.after);
    if (after === undefined || after > run.lastSeq) return sendGap(reply, run);
    if (isTerminal(run.status) && after === run.lastSeq) return reply.code(204).send();
    if (closing.signal.aborted) throw new CodedError('SHUTTING_DOWN', 'The service is stopping; come back.');
    reply.hijack();
    reply.raw.writeHead(200, STREAM_HEADERS);
    reply.raw.flushHeaders();
    if (request.method === 'HEAD') return reply.raw.end();
    await followRun(reply.raw, feeds, run.id, after, closing.signal, observer).catch((error: unknown) => {
      // The log could not be read: the client comes back by itself, from where it stood.
      request.log.warn({ err: error }, 'An event stream broke off');
    });
    return reply;
  });

  async function readEventPage(
    run: RunRecord,
    { after, limit }: { after?: string | undefined; limit: number },
  ): Promise<{ items: EventEnvelope[]; nextCursor: string | null }> {
    let cursor = readCursor(undefined, after);
    if (cursor === undefined) {
      throw new CodedError('INVALID_FIELD', `"after" is "${after}"; give the number of an event.`, {
        errors: [{ code: 'INVALID_FIELD', path: '/after', message: 'Expected a whole number.' }],
      });
    }
    const items: EventEnvelope[] = [];
    while (items.length <= limit) {
      const rows = await log.readLog(run.id, cursor, ROWS_PER_READ);
      if (rows.length === 0) break;
      for (const envelope of envelopesOf(run.id, rows, cursor)) items.push(envelope);
      cursor = rows.at(-1)!.lastSeq;
    }
    const more = items.length > limit;
    const page = more ? items.slice(0, limit) : items;
    return { items: page, nextCursor: more ? String(page.at(-1)!.seq) : null };
  }
}

/** The cursor fits nothing that was sent: the client reads the run anew. */
function sendGap(reply: FastifyReply, run: RunRecord): FastifyReply {
  const gap = { earliest: Math.min(1, run.lastSeq), latest: run.lastSeq };
  return reply.headers(STREAM_HEADERS).send(`event: gap\ndata: ${JSON.stringify(gap)}\n\n`);
}

function wantsJson(accept: string | undefined): boolean {
  return accept?.includes('application/json') === true && !accept.includes('text/event-stream');
}

function headerText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join() : header;
}
