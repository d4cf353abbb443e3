import { STATUS_CODES } from 'node:http';
import type { CodedError } from '@weftwork/schema';
import type { FastifyReply } from 'fastify';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** A refusal outside the API, in the API's own form. */
export function problemText(error: CodedError): string {
  return JSON.stringify({
    type: 'about:blank',
    title: STATUS_CODES[error.status],
    status: error.status,
    code: error.code,
    detail: error.message,
    errors: [],
  });
}

/** What the server refuses outside the API. */
export function sendProblem(reply: FastifyReply, error: CodedError): FastifyReply {
  return reply.code(error.status).type(PROBLEM_TYPE).send(problemText(error));
}
