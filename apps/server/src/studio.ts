/**
 * The pages: Next mounted behind the API as the last resort of every path, but for their files, which the build has
 * packed. It is loaded when the API already listens, so that the service answers before the pages can. Each page gets
 * a policy with a nonce of its own, set on the request (where Next takes the nonce from) and on the answer.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CodedError } from '@weftwork/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { pageHeaders } from './page-headers';
import { sendProblem } from './send-problem';
import { createStaticFiles } from './static-files';

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Named in a variable and typed here: Next's own types would change `process.env` for the whole repository. */
const NEXT: string = 'next';

type CreateNext = (options: { dir: string; dev: boolean }) => {
  prepare(): Promise<void>;
  getRequestHandler(): PageHandler;
  close(): Promise<void>;
};

/** Where Next puts the files of the pages. */
const FILES = '/_next/static/';

/** The pages seen first: what they need is half a second of work. Pages are shells, so any workflow's will do. */
const FIRST_PAGES = ['/workflows/any', '/workflows'];

/** A service is often started to run something at once; the pages can wait for that. */
const FIRST_PAGES_AFTER_MS = 1_000;

interface LoadedStudio {
  readonly handle: PageHandler;
  close(): Promise<void>;
}

export interface Studio {
  /** Answers with the page of the request's address. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Puts the pages behind everything else that `app` serves. */
  mount(app: FastifyInstance, isOwnHost: (host: string | undefined) => boolean): void;
  /**
   * Loads Next unless it is loaded (a first page view waits for the same promise), and a little later what the pages
   * need that are seen first. Nobody is signed in by it and nothing written.
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** `dir` is the built Next app. */
export function createStudio(dir: string): Studio {
  const files = createStaticFiles(join(dir, '.next/static'));
  const closing = new AbortController();
  let app: FastifyInstance | undefined;
  let loading: Promise<LoadedStudio> | undefined;
  let viewing: Promise<void> | undefined;
  const load = () => {
    loading ??= loadNext(dir);
    loading.catch(() => {
      loading = undefined; // the next page view tries again
    });
    return loading;
  };

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { handle } = await load();
    const headers = pageHeaders();
    request.raw.headers['content-security-policy'] = headers['content-security-policy'];
    const response = reply.raw;
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
      if (value !== undefined) response.setHeader(name, value);
    }
    if (!response.hasHeader('referrer-policy')) response.setHeader('referrer-policy', 'same-origin');
    reply.hijack();
    await handle(request.raw, response);
  }

  async function viewFirstPages(): Promise<void> {
    await sleep(FIRST_PAGES_AFTER_MS, undefined, { signal: closing.signal });
    await files.warmUp();
    for (const url of FIRST_PAGES) {
      if (!closing.signal.aborted) await app?.inject({ url, headers: { host: 'localhost' } });
    }
  }

  return {
    serve,
    mount(mounted, isOwnHost) {
      app = mounted;
      // Before the app closes, since it then answers to nobody.
      app.addHook('preClose', async () => {
        closing.abort();
        await viewing?.catch(() => {});
      });
      const route = (url: string, handler: RouteHandlerMethod) =>
        mounted.route({
          method: ['GET', 'HEAD'],
          url,
          handler(request, reply) {
            if (isOwnHost(request.headers.host)) return handler.call(mounted, request, reply);
            return sendProblem(
              reply,
              new CodedError('HOST_REFUSED', 'This service does not answer to that host name.'),
            );
          },
        });
      route(`${FILES}*`, (request, reply) => {
        const path = request.url.slice(FILES.length).split('?', 1)[0] as string;
        return files.serve(request, reply, path);
      });
      route('/*', serve);
    },
    async warmUp() {
      await load();
      viewing ??= viewFirstPages();
      await viewing.catch((error) => {
        if (!closing.signal.aborted) throw error;
      });
    },
    async close() {
      const next = await loading?.catch(() => undefined);
      await next?.close();
    },
  };
}

async function loadNext(dir: string): Promise<LoadedStudio> {
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  const { default: next } = (await import(NEXT)) as { default: CreateNext };
  await readConfigQuietly(dir);
  const app = next({ dir, dev: false });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
}

type LoadConfig = (phase: string, dir: string, options: { silent: boolean }) => Promise<unknown>;

/** Next says how long it took to read its configuration, in the middle of our own words, unless it knows it already. */
async function readConfigQuietly(dir: string): Promise<void> {
  const loaded = (await import(`${NEXT}/dist/server/config.js`)) as { default: { default: LoadConfig } };
  await loaded.default.default('phase-production-server', dir, { silent: true });
}
