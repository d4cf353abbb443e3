/**
 * The pages: Next mounted behind the API as the last resort of every path. It is loaded when the API already
 * listens, so that the service answers before the pages can. Each page gets a policy with a nonce of its own, set
 * on the request (where Next takes the nonce from) and on the answer.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Studio {
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

export function mountStudio(server: FastifyInstance, dir: string): Studio {
  let loading: Promise<{ handle: PageHandler; close(): Promise<void> }> | undefined;
  const load = () => {
    loading ??= loadNext(dir);
    loading.catch(() => {
      loading = undefined; // the next page view tries again
    });
    return loading;
  };

  server.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const { handle } = await load();
      const policy = contentSecurityPolicy(randomBytes(16).toString('base64'));
      request.raw.headers['content-security-policy'] = policy;
      const response = reply.raw;
      response.setHeader('content-security-policy', policy);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('referrer-policy', 'same-origin');
      response.setHeader('cross-origin-opener-policy', 'same-origin');
      reply.hijack();
      await handle(request.raw, response);
    },
  });

  return {
    async warmUp() {
      await load();
    },
    async close() {
      const next = await loading?.catch(() => undefined);
      await next?.close();
    },
  };
}

async function loadNext(dir: string): Promise<{ handle: PageHandler; close(): Promise<void> }> {
  process.env.NEXT_TELEMETRY_DISABLED = '1';
  const { default: next } = await import('next');
  const app = next({ dir, dev: false, customServer: true });
  await app.prepare();
  return { handle: app.getRequestHandler(), close: () => app.close() };
}
