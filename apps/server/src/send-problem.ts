import { STATUS_CODES } from 'node:http';
import type { CodedError } from '@weftwork/schema';
import type { FastifyReply } from 'fastify';

/** What the server refuses outside the API, in the API's own form. */
export function sendProblem(reply: FastifyReply, error: CodedError): FastifyReply {
  return reply
    .code(error.status)
    .type('application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: 'about:blank',
        title: STATUS_CODES[error.status],
        status: error.status,
        code: error.code,
        detail: error.message,
        errors: [],
      }),
    );
}
