import { NodeError } from '@weftwork/runtime';
import { CodedError, isCodedError } from '@weftwork/schema';
import { type Dispatcher, errors } from 'undici';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: Buffer | undefined;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[]>;
  readonly bytes: Buffer;
}

/**
 * Sends one request and reads the whole answer, at most `maxBytes` of it. Any status is an answer. An abort closes
 * the socket. What it throws is a `NodeError` that says how far the request got.
 *
 * It works on undici's dispatch interface because a workflow makes thousands of small calls per second; the
 * streams of the comfortable interface would cost more than the call.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  maxBytes: number,
  signal: AbortSignal,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const { url } = request;
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let status = 0;
    let headers: RawResponse['headers'] = {};
    const chunks: Buffer[] = [];
    let size = 0;

    const settle = (): boolean => {
      if (settled) return false;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      return true;
    };
    const fail = (error: unknown): void => {
      if (settle()) reject(error);
    };
    /** Gives up on an answer that is still coming: the socket is closed with it. */
    const giveUp = (error: Error): void => {
      fail(error);
      controller?.abort(error);
    };
    const onAbort = (): void => giveUp(abortError(signal, url, controller !== undefined));
    const tooLarge = (): void => {
      const message = `The answer of ${url.host} is over ${maxBytes} bytes (maxBytes).`;
      giveUp(new NodeError('HTTP_BODY_TOO_LARGE', message, { field: '/config/maxBytes' }));
    };

    if (signal.aborted) {
      reject(abortError(signal, url, false));
      return;
    }
    signal.addEventListener('abort', onAbort);
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: request.method as Dispatcher.HttpMethod,
          headers: request.headers,
          body: request.body ?? null,
          // The node's own time limit is the only one.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart(started) {
            controller = started;
            if (settled) started.abort(new Error('The request was given up before it was sent.'));
          },
          onResponseStart(_, code, received) {
            if (code < 200) return; // informational: the answer is still to come
            status = code;
            headers = received as RawResponse['headers'];
            if (request.method !== 'HEAD' && Number(headers['content-length']) > maxBytes) tooLarge();
          },
          onResponseData(_, chunk) {
            size += chunk.length;
            if (size > maxBytes) tooLarge();
            else chunks.push(chunk);
          },
          onResponseEnd() {
            if (!settle()) return;
            const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
            resolve({ status, headers, bytes });
          },
          onResponseError(_, error) {
            fail(transportError(error, url, controller !== undefined));
          },
        },
      );
    } catch (error) {
      fail(transportError(error, url, false));
    }
  });
}

function abortError(signal: AbortSignal, url: URL, sent: boolean): NodeError {
  const outcome = sent ? 'unclear' : 'notSent';
  const reason: unknown = signal.reason;
  if (isCodedError(reason) && reason.code !== 'NODE_TIMEOUT') {
    return new NodeError(reason.code, reason.message, { outcome, cause: reason });
  }
  const message = `${url.host} did not answer within the time limit.`;
  return new NodeError('NODE_TIMEOUT', message, { retryKinds: ['timeout'], outcome, cause: reason });
}

const WHAT_HAPPENED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ENOTFOUND: 'is not a known host',
  EAI_AGAIN: 'could not be looked up',
  ECONNRESET: 'broke the connection',
  EPIPE: 'broke the connection',
  UND_ERR_SOCKET: 'broke the connection',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept a connection in time',
  UND_ERR_HEADERS_OVERFLOW: 'sent more header fields than are accepted',
  ENETUNREACH: 'cannot be reached',
  EHOSTUNREACH: 'cannot be reached',
};

function transportError(error: unknown, url: URL, sent: boolean): NodeError {
  const outcome = sent ? 'unclear' : 'notSent';
  if (error instanceof CodedError) {
    return new NodeError(error.code, error.message, { outcome, cause: error, field: URL_FIELD });
  }
  const code = String((error as { code?: unknown }).code ?? '');
  if (code === 'UND_ERR_INVALID_ARG') {
    return new NodeError('HTTP_URL_INVALID', `The request cannot be sent: ${(error as Error).message}.`, {
      outcome: 'notSent',
      cause: error,
      field: URL_FIELD,
    });
  }
  const what = WHAT_HAPPENED[code] ?? `could not be called: ${(error as Error).message}`;
  return new NodeError('HTTP_FAILED', `${url.host} ${what}.`, {
    retryKinds: isLasting(error, code) ? [] : ['transient'],
    outcome,
    cause: error,
    field: NO_SUCH_PLACE.has(code) ? URL_FIELD : undefined,
  });
}

const URL_FIELD = '/config/url';
/** There is nobody at that address. */
const NO_SUCH_PLACE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ENETUNREACH', 'EHOSTUNREACH']);

/** A certificate that is not accepted, or an answer that is not HTTP, will be the same next time. */
function isLasting(error: unknown, code: string): boolean {
  if (error instanceof errors.HTTPParserError) return true;
  return /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|UND_ERR_HEADERS_OVERFLOW)/.test(code);
}
