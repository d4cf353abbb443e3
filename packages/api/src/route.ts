import type { Principal } from '@weftwork/runtime';
import { CodedError, ID_PATTERN } from '@weftwork/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { assertAccess } from './access';
import type { Access, Body, Contract, Parameters, Query } from './contract';
import { parseWith } from './parse-request';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; absent on public routes only. */
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    graphPaths?: boolean;
  }
}

/** A request as its handler gets it: everything parsed. */
export interface Call<C extends Contract> {
  readonly params: Parameters<C>;
  readonly query: Query<C>;
  readonly body: Body<C>;
  readonly principal: Principal;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type Handle<C extends Contract> = (call: Call<C>) => unknown;

/** A check by hand for a body on a hot path: undefined when the contract must look closer (and tell what is wrong). */
export type QuickBody<C extends Contract> = (body: unknown) => Body<C> | undefined;

/** Serves a contract. The answer's status is the first of the contract unless the handler sets another. */
export function serve<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handle: Handle<C>,
  quickBody?: QuickBody<C>,
): void {
  const status = Number(usualStatus(contract));
  const readQuery = queryReader(contract);
  const handler: RouteHandlerMethod = (request, reply) => {
    const params = request.params as Parameters<C>;
    checkIds(params as Record<string, string>);
    reply.statusCode = status;
    return handle({
      params,
      query: readQuery(request.query) as Query<C>,
      body: readBody(contract, request.body, quickBody),
      principal: request.principal as Principal,
      request,
      reply,
    });
  };
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { access: contract.access, ...(contract.graphPaths ? { graphPaths: true } : {}) },
    onRequest: (request, _reply, done) => {
      if (request.principal) assertAccess(request.principal.role, contract.access);
      done();
    },
    handler,
  });
}

/** The first status the contract lists; JavaScript would order them by number. */
function usualStatus(contract: Contract): number {
  const listed = Object.keys(contract.answers).map(Number);
  if (listed.includes(201)) return 201;
  if (listed.includes(202)) return 202;
  return listed[0] ?? 200;
}

function queryReader(contract: Contract): (query: unknown) => unknown {
  const { query } = contract;
  if (!query) return () => ({});
  return (sent) => parseWith(query, { ...(sent as object) }, 'query');
}

function readBody<C extends Contract>(contract: C, sent: unknown, quick?: QuickBody<C>): Body<C> {
  if (!contract.body) return undefined as Body<C>;
  const ready = quick?.(sent);
  if (ready !== undefined) return ready;
  return parseWith(contract.body, sent, 'body') as Body<C>;
}

/** What cannot be an id names nothing. Step ids and version numbers have their own form, checked where they are read. */
function checkIds(params: Record<string, string>): void {
  for (const name in params) {
    if (name === 'stepId' || name === 'version') continue;
    if (!ID_PATTERN.test(params[name]!)) throw notFound('There is nothing under that id.');
  }
}

export function notFound(message: string): CodedError {
  return new CodedError('NOT_FOUND', message);
}
