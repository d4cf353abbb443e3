import { CodedError } from '@weftwork/schema';

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Tells whether a `Host` header names this service, so that a foreign name that was pointed at it (DNS rebinding)
 * reaches nothing. Loopback names are always ours, on any port, since a tunnel may change it.
 */
export function createHostGuard(ownNames: readonly string[] = []): (host: string | undefined) => boolean {
  const names = new Set([...LOOPBACK_NAMES, ...ownNames].map((name) => name.toLowerCase()));
  return (host) => {
    if (host === undefined) return false;
    const lower = host.toLowerCase();
    return names.has(lower) || names.has(lower.replace(/:\d{1,5}$/, ''));
  };
}

export function hostRefused(): CodedError {
  return new CodedError('HOST_REFUSED', 'This service does not answer to that host name.');
}

/**
 * Whether a request that changes something and carries a cookie comes from our own pages. A browser always says where
 * such a request comes from; a client that says nothing is no browser and cannot have been tricked.
 */
export function isSameOrigin(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = headers.origin;
  if (origin === undefined) return true;
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false;
  return new URL(origin).host === headers.host?.toString().toLowerCase();
}
