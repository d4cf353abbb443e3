export interface Problem {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/** What the server refused, from its problem document: a stable code, a sentence, and each violation by path. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: readonly Problem[] = [],
    /** Further members of the document, such as both revisions of a conflict. */
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}

export const API_ROOT = '/api/v1';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Sent to its end although the page goes away meanwhile, as far as browsers allow: 64 KiB. */
  readonly outlivesPage?: boolean;
  /** Where the API stands; tests point it at a server of their own. */
  readonly root?: string;
}

/** Sends one request and gives the parsed answer, or throws an `ApiError`. No answer at all is code `UNREACHABLE`. */
export async function request<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', body, headers, signal, outlivesPage = false, root = API_ROOT } = options;
  const text = body === undefined ? undefined : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(root + path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
      ...(outlivesPage && text !== undefined && byteLength(text) <= LARGEST_OUTLIVING
        ? { keepalive: true }
        : {}),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new ApiError(0, 'UNREACHABLE', 'The server did not answer.', [], { cause });
  }
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

/** A browser refuses a larger request that is to outlive its page; some room is left for others. */
const LARGEST_OUTLIVING = 60_000;

const byteLength = (text: string) => new TextEncoder().encode(text).length;

async function readProblem(response: Response): Promise<ApiError> {
  const text = await response.text();
  let document: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) document = parsed as Record<string, unknown>;
  } catch {
    // A proxy answered in its own words; the status says enough.
  }
  const { code, detail, title, errors, ...extra } = document;
  const message = [detail, title].find((text) => typeof text === 'string' && text !== '');
  return new ApiError(
    response.status,
    typeof code === 'string' ? code : `HTTP_${response.status}`,
    typeof message === 'string' ? message : `The server answered ${response.status}.`,
    Array.isArray(errors) ? errors.filter(isProblem) : [],
    extra,
  );
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'message' in value && 'path' in value;
}
