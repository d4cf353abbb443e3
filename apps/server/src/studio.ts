/**
 * The pages: Next mounted behind the API as the last resort of every path. It is loaded when the API already
 * listens, so that the service answers before the pages can. Each page gets a policy with a nonce of its own, set
 * on the request (where Next takes the nonce from) and on the answer.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CodedError } from '@weftwork/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './send-problem';

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Named in a variable and typed here: Next's own types would change `process.env` for the whole repository. */
const NEXT: string = 'next';

type CreateNext = (options: { dir: string; dev: boolean }) => {
  prepare(): Promise<void>;
  getRequestHandler(): PageHandler;
  close(): Promise<void>;
};

interface LoadedStudio {
  readonly handle: PageHandler;
  close(): Promise<void>;
}

export interface Studio {
  /** Answers with the page of the request's address. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Puts the pages behind everything else that `app` serves. */
  mount(app: FastifyInstance, isOwnHost: (host: string | undefined) => boolean): void;
  /** Loads Next unless it is loaded; a first page view waits for the same promise. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

export function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `dir` is the built Next app. */
export function createStudio(dir: string): Studio {
  let loading: Promise<LoadedStudio> | undefined;
  const load = () => {
    loading ??= loadNext(dir);
    loading.catch(() => {
      loading = undefined; // the next page view tries again
    });
    return loading;
  };

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { handle } = await load();
    const policy = contentSecurityPolicy(randomBytes(16).toString('base64'));
    request.raw.headers['content-security-policy'] = policy;
    const response = reply.raw;
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) response.setHeader(name, value);
    }
    response.setHeader('content-security-policy', policy);
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cross-origin-opener-policy', 'same-origin');
    if (!response.hasHeader('referrer-policy')) response.setHeader('referrer-policy', 'same-origin');
    reply.hijack();
    await handle(request.raw, response);
  }

  return {
    serve,
    mount(app, isOwnHost) {
      app.route({
        method: ['GET', 'HEAD'],
        url: '/*',
        async handler(request, reply) {
          if (!isOwnHost(request.headers.host)) {
            return sendProblem(
              reply,
              new CodedError('HOST_REFUSED', 'This service does not answer to that host name.'),
            );
          }
          await serve(request, reply);
        },
      });
    },
    async warmUp() {
      await load();
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
