import { NodeError } from '@weftwork/runtime';
import { parse } from './request-url';
import type { OutgoingRequest, RawResponse } from './send-request';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-language', 'content-location'];

/**
 * The request that a redirect asks for, or undefined when the answer is none. 303 turns everything but HEAD into GET,
 * 301 and 302 turn POST into GET, 307 and 308 repeat. To another origin go neither credentials, cookies nor
 * anything that came from a secret.
 */
export function followRedirect(
  request: OutgoingRequest,
  response: RawResponse,
  secretNames: ReadonlySet<string>,
): OutgoingRequest | undefined {
  const location = response.headers.location;
  if (!REDIRECTS.has(response.status) || typeof location !== 'string') return undefined;
  const url = targetOf(location, request.url);
  const { status } = response;
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') ||
    ((status === 301 || status === 302) && request.method === 'POST');

  const headers = { ...request.headers };
  if (becomesGet) for (const name of BODY_HEADERS) delete headers[name];
  if (url.origin !== request.url.origin) {
    for (const name of ['authorization', 'cookie', 'host', ...secretNames]) delete headers[name];
  }
  return {
    method: becomesGet ? 'GET' : request.method,
    url,
    headers,
    body: becomesGet ? undefined : request.body,
  };
}

function targetOf(location: string, base: URL): URL {
  try {
    // Servers write header bytes as UTF-8; the parser hands them over as Latin-1.
    return parse(Buffer.from(location, 'latin1').toString('utf8'), base);
  } catch (cause) {
    throw new NodeError('HTTP_URL_INVALID', `${base.host} redirects to an address that cannot be called.`, {
      cause,
      field: '/config/url',
    });
  }
}
