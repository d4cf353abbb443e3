/** What a member may do in a workspace, from most to least. */
export const ROLES = ['admin', 'editor', 'operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who acts, in which workspace, with which role. */
export interface Principal {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
}

export interface SessionRecord extends Principal {
  /** Names the session in logs and votes; no credential. */
  readonly sessionId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Sign-in links and the sessions they open. Only SHA-256 hashes of tokens come here (lower-case hex), never a token,
 * so a copy of the database lets nobody in. Deadlines go by the store's own clock.
 */
export interface SessionStore {
  /** A link for one sign-in. */
  createLink(link: Principal & { tokenHash: string; expiresInSeconds: number }): Promise<void>;
  /**
   * Uses a link up and opens a session, in one transaction: of several tries at once one wins.
   * Undefined when the link does not exist, was used or has expired.
   */
  redeemLink(
    linkTokenHash: string,
    session: { sessionId: string; tokenHash: string; expiresInSeconds: number },
  ): Promise<SessionRecord | undefined>;
  /** The session of a token, unless it has expired or was ended. */
  getSession(tokenHash: string): Promise<SessionRecord | undefined>;
  endSession(tokenHash: string): Promise<void>;
}
