import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { MetricsOptions } from '../api-services';
import { type Authentication, unauthenticated } from '../authentication';

/**
 * `GET /metrics` for Prometheus, on the port of everything else and therefore never without a token: behind a proxy on
 * the same machine every caller looks like a local one.
 */
export function serveMetrics(
  app: FastifyInstance,
  authentication: Pick<Authentication, 'byBearer'>,
  { text, token }: MetricsOptions,
): void {
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    const { authorization } = request.headers;
    if (authorization === undefined) throw unauthenticated('Metrics are read with a bearer token.');
    if (!isBearerOf(token, authorization)) authentication.byBearer(authorization);
    const { contentType, body } = await text();
    return reply.header('cache-control', 'no-store').type(contentType).send(body);
  });
}

function isBearerOf(token: string | undefined, authorization: string): boolean {
  if (!token) return false;
  const expected = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(authorization);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
