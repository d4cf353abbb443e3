import { STATUS_CODES } from 'node:http';
import { CodedError, type ErrorCode, isCodedError } from '@weftwork/schema';
import type { Problem } from './wire';

/** What Fastify itself refuses, in our codes. */
const FRAMEWORK_CODES: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UNSUPPORTED_MEDIA_TYPE',
    'Send JSON with "Content-Type: application/json".',
  ],
  FST_ERR_CTP_EMPTY_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send JSON with "Content-Type: application/json".'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is larger than 10 MiB; send less at once.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'There is nothing at this address.'],
  FST_ERR_BAD_URL: ['NOT_FOUND', 'There is nothing at this address.'],
};

/** Turns whatever was thrown into an error of the catalogue. What is not ours to show becomes `INTERNAL`. */
export function toCodedError(error: unknown): CodedError {
  if (isCodedError(error)) return error;
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new CodedError(known[0], known[1], { cause: error });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new CodedError('BAD_REQUEST', 'The request cannot be read.', { cause: error });
  }
  return new CodedError('INTERNAL', 'Something went wrong in the service; its log says what.', {
    cause: error,
  });
}

/** The problem document (RFC 9457) of an error. */
export function problemOf(error: CodedError): Problem & Record<string, unknown> {
  return {
    ...error.extra,
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    code: error.code,
    detail: error.message,
    errors: error.errors.map((detail) => ({ ...detail })),
  };
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';
