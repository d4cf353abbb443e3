import cookie from '@fastify/cookie';
import { CodedError, isCodedError } from '@weftwork/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { type ApiOptions, LOCAL_OWNER } from './api-services';
import { authenticateRequest } from './authenticate-request';
import { type Authentication, createAuthentication } from './authentication';
import { API_PREFIX } from './contracts';
import { createHostGuard, hostRefused } from './host-guard';
import { parseJsonBody } from './json-body';
import { allowedMethods } from './method-not-allowed';
import { PROBLEM_TYPE, problemOf, toCodedError } from './problem';
import { serveArtifacts } from './routes/artifact-routes';
import { serveGates } from './routes/gate-routes';
import { serveLimits } from './routes/limit-routes';
import { serveMetrics } from './routes/metrics-route';
import { serveRuns } from './routes/run-routes';
import { serveService } from './routes/service-routes';
import { serveSignIn } from './routes/sign-in';
import { serveSignals } from './routes/signal-routes';
import { serveWorkflows } from './routes/workflow-routes';

const BODY_LIMIT = 10 * 1024 * 1024;
const COOKIE = 'weftwork_session';

/** How the Fastify instance must be made that carries the API. */
export const API_SERVER_OPTIONS = {
  bodyLimit: BODY_LIMIT,
  // The id of a node may be 64 letters of any script, nine bytes each when encoded.
  routerOptions: { maxParamLength: 1000 },
  frameworkErrors: (error: Error, _request: FastifyRequest, reply: FastifyReply) => sendProblem(error, reply),
} satisfies FastifyServerOptions;

/** The API as it stands on an app: the server uses `authentication` to print a sign-in link at its start. */
export interface Api {
  readonly authentication: Authentication;
  /** Whether a `Host` header is ours; for what else the server serves. */
  readonly isOwnHost: (host: string | undefined) => boolean;
}

/**
 * Puts `/api/v1` and `/sign-in` on an app made with `API_SERVER_OPTIONS`.
 *
 *     const app = fastify(API_SERVER_OPTIONS);
 *     const api = apiPlugin(app, { services, token, version: '0.1.0' });
 *     await app.listen({ port: 3000 });
 */
export function apiPlugin(app: FastifyInstance, options: ApiOptions): Api {
  const { services, token, owner = LOCAL_OWNER, cookieName = COOKIE } = options;
  const authentication = createAuthentication({ sessions: services.sessions, token, owner });
  const isOwnHost = createHostGuard(options.hosts);

  const guardHost = (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) =>
    done(isOwnHost(request.headers.host) ? undefined : hostRefused());

  app.register(async (scope) => {
    await scope.register(cookie);
    scope.setErrorHandler((error, _request, reply) => sendProblem(error, reply));
    scope.addHook('onRequest', guardHost);
    serveSignIn(scope, authentication, { ...options, cookieName });
    if (options.metrics) serveMetrics(scope, authentication, options.metrics);
  });

  app.register(
    async (scope) => {
      await scope.register(cookie);
      scope.decorateRequest('principal', null);
      readJsonBodies(scope);
      scope.setErrorHandler((error, _request, reply) => sendProblem(error, reply));
      scope.addHook('onRequest', guardHost);
      scope.addHook('onRequest', authenticateRequest(authentication, cookieName));
      // A route, not a not-found handler: what serves pages behind the API takes every path nobody else takes.
      scope.all('/*', nothingHere);
      scope.setNotFoundHandler(nothingHere);
      serveService(scope, authentication, { ...options, cookieName });
      serveWorkflows(scope, services);
      serveRuns(scope, services);
      serveGates(scope, services);
      serveSignals(scope, services);
      serveLimits(scope, services);
      serveArtifacts(scope, services);
    },
    { prefix: API_PREFIX },
  );
  return { authentication, isOwnHost };
}

function nothingHere(request: FastifyRequest, reply: FastifyReply): never {
  const methods = allowedMethods(request.url);
  // A method that is possible here met an address the router refuses, such as one with an id beyond every length.
  if (methods.length === 0 || methods.includes(request.method)) {
    throw new CodedError('NOT_FOUND', 'There is nothing at this address.');
  }
  reply.header('allow', methods.join(', '));
  throw new CodedError('METHOD_NOT_ALLOWED', `Only ${methods.join(', ')} is possible here.`);
}

function readJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const graph = request.routeOptions.config.graphPaths === true;
    try {
      done(null, parseJsonBody(body as Buffer, { graph }));
    } catch (error) {
      done(graph ? intoGraph(error) : (error as Error));
    }
  });
}

/** Problems inside `graph` are told by their place in the graph document. */
function intoGraph(error: unknown): Error {
  if (!isCodedError(error)) return error as Error;
  const errors = error.errors.map((detail) => ({
    ...detail,
    path: detail.path.replace(/^\/graph(?=\/)/, ''),
  }));
  return new CodedError(error.code, error.message, { cause: error, errors });
}

function sendProblem(error: unknown, reply: FastifyReply): void {
  const coded = toCodedError(error);
  if (coded.status >= 500) reply.log.error({ err: coded.cause ?? coded }, coded.message);
  if (coded.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer');
  reply
    .code(coded.status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(coded)));
}
