import { NodeError } from '@weftwork/runtime';
import { type CodedError, isCodedError } from '@weftwork/schema';
import pg from 'pg';

/**
 * Functions that would step around the read-only transaction or the role: they change settings, run SQL given as text,
 * reach other servers, touch other sessions or hold a connection while nothing is read. Role and transaction are the wall; this is the sign on it, and it also
 * holds where a connection was set up with more rights than it should have.
 */
const REFUSED_FUNCTION =
  /\b(set_config|query_to_xml\w*|cursor_to_xml\w*|table_to_xml\w*|schema_to_xml\w*|database_to_xml\w*|ts_stat|ts_rewrite|dblink\w*|pg_(?:terminate|cancel)_backend|pg_(?:read|ls|stat)_\w*(?:file|dir)\w*|pg_file_(?:read|write|rename|unlink|sync|length)|pg_logical_\w+|pg_notify|pg_sleep\w*|pg_reload_conf|pg_rotate_logfile|pg_(?:try_)?advisory_\w+|lo_(?:import|export|creat|create|open|close|put|get|unlink|truncate|truncate64|from_bytea|lseek|tell)|lo(?:read|write))\b/i;

/** `U&"…"` can spell any name in a way that the check above cannot read. */
const ESCAPED_NAME = /\bu&"/i;

export function assertReadsOnly(sql: string): void {
  const name = REFUSED_FUNCTION.exec(sql)?.[1];
  if (name !== undefined) throw refused(`It names ${name}, which does more than read tables.`);
  if (ESCAPED_NAME.test(sql)) throw refused('It spells a name with U&"…"; write the name itself.');
}

/** Each query becomes `DECLARE … CURSOR FOR <sql>`; this text stands before it, and positions count from behind it. */
export const CURSOR_PREFIX = 'DECLARE weftwork_read NO SCROLL CURSOR WITHOUT HOLD FOR ';

const READ_ONLY_STATES = new Set(['25006', '42501', '25001', '25P02']);
/** What the parser and the cursor answer to anything but one plain query. */
const NOT_A_QUERY =
  /cannot insert multiple commands|must not contain data-modifying|INTO is not allowed|DECLARE CURSOR/i;
const QUERY_START = /^(?:\s|--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/|\()*(?:select|with|values|table)\b/i;

/** Turns what the driver threw into what the node reports. */
export function sqlError(error: unknown, sql: string, connection: string, signal: AbortSignal): CodedError {
  if (isCodedError(error)) return error;
  if (signal.aborted) return timedOut(error);
  if (!(error instanceof pg.DatabaseError)) return connectionLost(error, connection);
  const state = error.code ?? '';
  if (state === '57014') return timedOut(error);
  if (state === '40001' || state === '40P01') return failed(error, sql, ['transient']);
  // 08P01 is ours: the number of values does not fit the statement.
  if (/^(08|53|57P|28|3D)/.test(state) && state !== '08P01')
    return connectionLost(error, connection, !/^(28|3D)/.test(state));
  if (READ_ONLY_STATES.has(state)) return refused(`${sentence(error.message)}`, error);
  if (NOT_A_QUERY.test(error.message) || (state === '42601' && !QUERY_START.test(sql))) {
    return refused(`${sentence(error.message)}`, error);
  }
  return failed(error, sql, []);
}

function refused(reason: string, cause?: unknown): NodeError {
  return new NodeError(
    'SQL_READ_ONLY',
    `The statement was refused: only one SELECT that changes nothing may run here. ${reason}`,
    { outcome: 'notSent', cause, field: '/config/sql' },
  );
}

function failed(error: pg.DatabaseError, sql: string, retryKinds: string[]): NodeError {
  const hint = error.hint === undefined ? '' : ` Hint: ${error.hint}`;
  return new NodeError('SQL_FAILED', `${sentence(error.message)}${whereIn(sql, error.position)}${hint}`, {
    retryKinds,
    cause: error,
    field: isOfValues(error) ? '/config/params' : '/config/sql',
  });
}

/** Whether the values do not fit their places: too few, or not to be read there. What stands in the text has a position. */
function isOfValues({ code = '', position }: pg.DatabaseError): boolean {
  return position === undefined && ['08P01', '22P02', '22P03', '22007', '22021'].includes(code);
}

function timedOut(cause: unknown): NodeError {
  return new NodeError(
    'NODE_TIMEOUT',
    'The query was stopped: it took longer than the time limit of the node.',
    {
      retryKinds: ['timeout'],
      outcome: 'unclear',
      cause,
    },
  );
}

function connectionLost(cause: unknown, connection: string, again = true): NodeError {
  const reason = cause instanceof Error ? sentence(cause.message) : '';
  return new NodeError(
    'SQL_CONNECTION_FAILED',
    `The database of the connection "${connection}" failed. ${reason}`,
    {
      retryKinds: again ? ['transient'] : [],
      field: '/config/connection',
      outcome: 'unclear',
      cause,
    },
  );
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function whereIn(sql: string, position: string | undefined): string {
  const at = Number(position) - 1 - CURSOR_PREFIX.length;
  if (!(at >= 0)) return '';
  const before = sql.slice(0, at).split('\n');
  return ` (line ${before.length}, column ${before.at(-1)!.length + 1})`;
}
