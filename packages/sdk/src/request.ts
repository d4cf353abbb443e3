import type { ErrorDetail } from '@weftwork/schema';

/**
 * What the service refused, from its problem document. `code` is stable; `UNREACHABLE` (status 0) means that nobody
 * answered, `HTTP_<status>` that somebody answered who is not the service.
 */
export class WeftworkError extends Error {
  override readonly name = 'WeftworkError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: readonly ErrorDetail[] = [],
    /** Further members of the document, such as both revisions of a conflict. */
    readonly extra: Readonly<Record<string, unknown>> = {},
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface ClientOptions {
  /** Where the service stands; in a page of the studio its own origin. */
  readonly baseUrl?: string;
  /** The bearer token; without it the browser's session counts. */
  readonly token?: string;
  readonly fetch?: typeof globalThis.fetch;
}

export type Query = Readonly<Record<string, string | number | undefined | null>>;

export interface Sent {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request and gives the answer when it is a good one; throws `WeftworkError` otherwise. */
export type Send = (method: Method, path: string, sent?: Sent) => Promise<Response>;

const API_PREFIX = '/api/v1';

export function createSend({ baseUrl = '', token, fetch = globalThis.fetch }: ClientOptions): Send {
  const root = baseUrl.replace(/\/+$/, '') + API_PREFIX;
  return async (method, path, { query = {}, body, headers = {}, signal } = {}) => {
    const all: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) all.authorization = `Bearer ${token}`;
    if (body !== undefined) all['content-type'] = 'application/json';
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) all[name] = value;
    let response: Response;
    try {
      response = await fetch(root + path + queryText(query), {
        method,
        headers: all,
        credentials: 'same-origin',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new WeftworkError(0, 'UNREACHABLE', 'The service did not answer.', [], {}, { cause });
    }
    if (response.ok) return response;
    throw await readProblem(response);
  };
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

async function readProblem(response: Response): Promise<WeftworkError> {
  const { status } = response;
  const document: unknown = await response.json().catch(() => undefined);
  if (typeof document !== 'object' || document === null || !('code' in document)) {
    return new WeftworkError(status, `HTTP_${status}`, `The answer was ${status}, and not from the service.`);
  }
  const { type: _, title, status: __, code, detail, errors, ...extra } = document as Record<string, unknown>;
  const details = Array.isArray(errors) ? (errors as ErrorDetail[]) : [];
  return new WeftworkError(status, String(code), String(detail ?? title), details, extra);
}
