import { CodedError } from '@weftwork/schema';
import { DatabaseError } from 'pg';

/** Deadlock, serialisation failure: the same statement may succeed when it is sent again. */
const RETRYABLE = new Set(['40001', '40P01']);

const LOCK_TIMEOUT = '55P03';

/** Connection, resources, shutdown and system failures: not the fault of what was sent. */
const UNAVAILABLE = /^(08|53|57P|58)/;

export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
}

/** Somebody else holds a row, for now or in a cycle: what was sent is not at fault and was undone. */
export function isContention(error: unknown): boolean {
  return isRetryable(error) || (error instanceof DatabaseError && error.code === LOCK_TIMEOUT);
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '23505';
}

/** True when the database did not judge the statement: it may or may not have been carried out. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'STORAGE_UNAVAILABLE';
  if (error instanceof TypeError) return false;
  return !(error instanceof DatabaseError) || UNAVAILABLE.test(error.code ?? '');
}

/** It answers, but not to this user or under this name: waiting does not help. */
const REFUSED = /^(28|3D)/;

/** Why no connection could be made, for whoever set the address. */
export function cannotConnect(cause: unknown): CodedError {
  if (!(cause instanceof DatabaseError) || !REFUSED.test(cause.code ?? '')) return storageUnavailable(cause);
  const message = `The database lets nobody in with what DATABASE_URL says: ${cause.message}. Check its user, password and name.`;
  return new CodedError('CONFIGURATION_INVALID', message, { cause });
}

export function storageUnavailable(cause: unknown): CodedError {
  // Of a host with several addresses the error is one of many, without a message of its own.
  const [first] = cause instanceof AggregateError ? cause.errors : [cause];
  const reason = first instanceof Error ? first.message : String(first);
  return new CodedError('STORAGE_UNAVAILABLE', `The database cannot be reached: ${reason}`, { cause });
}
