import type { FastifyInstance } from 'fastify';
import type { ApiOptions } from '../api-services';
import type { Authentication } from '../authentication';
import { contracts } from '../contracts';
import { openApiDocument } from '../openapi';
import { serve } from '../route';

export function serveService(
  app: FastifyInstance,
  authentication: Authentication,
  { services, version, cookieName }: ApiOptions & { cookieName: string },
): void {
  let document: string | undefined;

  serve(app, contracts.health, async () => ({ ...(await services.health()), version }));

  serve(app, contracts.ready, async () => {
    await services.ready();
    const { problems } = await services.health();
    return { status: 'ready', ...(problems && { problems }) };
  });

  serve(app, contracts.openApi, ({ reply }) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });

  serve(app, contracts.getNodeOptions, ({ reply }) => reply.send(services.nodeOptions));

  serve(app, contracts.getSession, ({ principal: { userId, workspaceId, role }, reply }) =>
    reply.send({ userId, workspaceId, role }),
  );

  serve(app, contracts.endSession, async ({ request, reply }) => {
    const session = request.cookies[cookieName];
    if (session !== undefined) await authentication.endSession(session);
    return reply.clearCookie(cookieName, { path: '/' }).send();
  });

  serve(app, contracts.createSignInLink, async ({ principal, request }) => {
    const link = await authentication.createSignInLink(principal);
    return { url: `${request.protocol}://${request.headers.host}${link.path}`, ...link };
  });
}
