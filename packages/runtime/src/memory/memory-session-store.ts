import type { Principal, SessionRecord, SessionStore } from '../ports';

export function memorySessionStore(now: () => number): SessionStore {
  const links = new Map<string, Principal & { until: number }>();
  const sessions = new Map<string, SessionRecord & { until: number }>();
  return {
    async createLink({ tokenHash, expiresInSeconds, userId, workspaceId, role }) {
      links.set(tokenHash, { userId, workspaceId, role, until: now() + expiresInSeconds * 1000 });
    },

    async redeemLink(linkTokenHash, { sessionId, tokenHash, expiresInSeconds }) {
      const link = links.get(linkTokenHash);
      if (!link || link.until <= now()) return undefined;
      links.delete(linkTokenHash);
      const until = now() + expiresInSeconds * 1000;
      const session: SessionRecord = {
        sessionId,
        userId: link.userId,
        workspaceId: link.workspaceId,
        role: link.role,
        createdAt: new Date(now()).toISOString(),
        expiresAt: new Date(until).toISOString(),
      };
      sessions.set(tokenHash, { ...session, until });
      return session;
    },

    async getSession(tokenHash) {
      const found = sessions.get(tokenHash);
      if (!found || found.until <= now()) return undefined;
      const { until: _, ...session } = found;
      return session;
    },

    async endSession(tokenHash) {
      sessions.delete(tokenHash);
    },
  };
}
