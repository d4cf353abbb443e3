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

export function storageUnavailable(cause: unknown): CodedError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CodedError('STORAGE_UNAVAILABLE', `The database cannot be reached: ${reason}`, { cause });
}
