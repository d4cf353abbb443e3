import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Principal, SessionStore } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';

export const SIGN_IN_PATH = '/sign-in';

const LINK_SECONDS = 10 * 60;
const SESSION_SECONDS = 30 * 24 * 60 * 60;
export interface AuthenticationOptions {
  readonly sessions: SessionStore;
  /** The local owner's bearer token. */
  readonly token: string;
  /** Who the bearer of the token is. */
  readonly owner: Principal;
}

export interface SignInLink {
  /** Below the address of the service. */
  readonly path: string;
  readonly expiresAt: string;
}

export interface OpenedSession {
  readonly token: string;
  readonly maxAgeSeconds: number;
}

/** Who calls, by bearer token or session, and the one-time links that open sessions. Tokens are stored as hashes only. */
export interface Authentication {
  /** The owner when the header carries the token; throws `UNAUTHENTICATED` for any other. */
  byBearer(authorization: string): Principal;
  bySession(token: string): Promise<Principal | undefined>;
  createSignInLink(who?: Principal): Promise<SignInLink>;
  /** Uses the link up. Undefined when it is unknown, used or older than ten minutes. */
  redeem(linkToken: string): Promise<OpenedSession | undefined>;
  endSession(token: string): Promise<void>;
}

export function createAuthentication({ sessions, token, owner }: AuthenticationOptions): Authentication {
  // An empty one would let everybody in, and what holds a blank cannot be sent.
  if (!/^\S+$/.test(token)) {
    throw new CodedError('CONFIGURATION_INVALID', 'WEFTWORK_TOKEN is empty or holds blanks; set another.');
  }
  const expected = Buffer.from(token);

  return {
    byBearer(authorization) {
      const given = Buffer.from(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
      if (given.length === expected.length && timingSafeEqual(given, expected)) return owner;
      throw unauthenticated('The bearer token is not valid.');
    },

    async bySession(sessionToken) {
      return isToken(sessionToken) ? sessions.getSession(hashed(sessionToken)) : undefined;
    },

    async createSignInLink(who = owner) {
      const linkToken = newToken();
      const { userId, workspaceId, role } = who;
      const link = {
        userId,
        workspaceId,
        role,
        tokenHash: hashed(linkToken),
        expiresInSeconds: LINK_SECONDS,
      };
      await sessions.createLink(link);
      const expiresAt = new Date(Date.now() + LINK_SECONDS * 1000).toISOString();
      return { path: `${SIGN_IN_PATH}?token=${linkToken}`, expiresAt };
    },

    async redeem(linkToken) {
      if (!isToken(linkToken)) return undefined;
      const sessionToken = newToken();
      const opened = await sessions.redeemLink(hashed(linkToken), {
        sessionId: `ses_${randomBytes(9).toString('base64url')}`,
        tokenHash: hashed(sessionToken),
        expiresInSeconds: SESSION_SECONDS,
      });
      return opened && { token: sessionToken, maxAgeSeconds: SESSION_SECONDS };
    },

    endSession: (sessionToken) => sessions.endSession(hashed(sessionToken)),
  };
}

export function unauthenticated(message: string): CodedError {
  return new CodedError('UNAUTHENTICATED', `${message} Sign in with a link from "npx weftwork login".`);
}

/** 256 random bits. */
function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
