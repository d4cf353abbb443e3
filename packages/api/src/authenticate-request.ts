import { CodedError } from '@weftwork/schema';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { type Authentication, unauthenticated } from './authentication';
import { isSameOrigin } from './host-guard';

/**
 * Finds out who calls before anything of the body is read: the bearer of the token, else the session of the cookie.
 * A bearer token that is wrong is refused even beside a good cookie. Not async, for the sake of the hot path.
 */
export function authenticateRequest(
  authentication: Authentication,
  cookieName: string,
): onRequestHookHandler {
  async function bySession(request: FastifyRequest): Promise<void> {
    const token = request.cookies[cookieName];
    if (token === undefined) throw unauthenticated('Nobody is signed in.');
    const principal = await authentication.bySession(token);
    if (!principal) throw unauthenticated('The session has ended.');
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && !isSameOrigin(request.headers)) {
      throw new CodedError('CSRF_REFUSED', 'The request comes from another site.');
    }
    request.principal = principal;
  }

  return (request, _reply, done) => {
    if (request.routeOptions.config.access === 'public') {
      done();
      return;
    }
    const { authorization } = request.headers;
    if (authorization === undefined) {
      bySession(request).then(() => done(), done);
      return;
    }
    try {
      request.principal = authentication.byBearer(authorization);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}
