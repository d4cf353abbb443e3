import { CodedError } from '@weftwork/schema';
import { DatabaseError } from 'pg';

/** Deadlock, serialisation failure: the same statement may succeed when it is sent again. */
const RETRYABLE = new Set(['40001', '40P01']);

/** Connection, resources, shutdown and system failures: not the fault of what was sent. */
const UNAVAILABLE = /^(08|53|57P|58)/;

export function isRetryable(error: unknown): boolean {
  return error instanceof DatabaseError && RETRYABLE.has(error.code ?? '');
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
