import { randomBytes } from 'node:crypto';

/** What a page and its files may do, told to the browser. `nonce` lets the scripts inside of a page run. */
function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'self'",
    `script-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const headersOf = (policy: string) => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
});

/** For one answer with a page: the policy has a nonce of its own. */
export const pageHeaders = () => headersOf(contentSecurityPolicy(randomBytes(16).toString('base64')));

/** For files: a worker is bound by the policy that came with its script, not by its page's. */
export const FILE_HEADERS = headersOf(contentSecurityPolicy());
