import type { FastifyInstance } from 'fastify';
import type { ApiOptions } from '../api-services';
import { type Authentication, SIGN_IN_PATH, unauthenticated } from '../authentication';

/** `GET /sign-in?token=…`: uses a one-time link up, opens a session and goes on to the studio. */
export function serveSignIn(
  app: FastifyInstance,
  authentication: Authentication,
  { cookieName, secureCookies = false, signInPage }: ApiOptions & { cookieName: string },
): void {
  app.get(SIGN_IN_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const { token, next } = request.query as Record<string, unknown>;
    // The token stands in the address: keep it out of caches and of what the next page is told.
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const opened = typeof token === 'string' ? await authentication.redeem(token) : undefined;
    if (opened) {
      return reply
        .setCookie(cookieName, opened.token, {
          path: '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: secureCookies,
          maxAge: opened.maxAgeSeconds,
        })
        .redirect(isLocalPath(next) ? next : '/', 303);
    }
    if (signInPage) return signInPage(request, reply);
    throw unauthenticated('This sign-in link was used, has expired or never existed.');
  });
}

/** Only a path on this service: `//host` and `/\host` lead elsewhere. */
function isLocalPath(next: unknown): next is string {
  return typeof next === 'string' && /^\/(?![/\\])[^\\\s]*$/.test(next);
}
