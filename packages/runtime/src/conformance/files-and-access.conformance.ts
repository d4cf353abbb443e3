import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import { type StoreFactory, type StoreUnderTest, useStore, WORKSPACE } from './fixture';

export function describeFilesAndAccess(name: string, open: StoreFactory): void {
  describe(`${name}: blobs and sessions`, () => {
    let store: StoreUnderTest;
    useStore(open, (opened) => {
      store = opened;
    });

    it.each([0, 1, 1024 * 1024, 2_500_000])('keeps %i bytes under their SHA-256', async (size) => {
      const bytes = randomBytes(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const [put] = await Promise.all([store.blobs.put(bytes), store.blobs.put(bytes)]);
      expect(put).toEqual({ sha256, bytes: size });
      expect(Buffer.compare((await store.blobs.get(sha256))!, bytes)).toBe(0);
    });

    it('knows no other bytes', async () => {
      expect(await store.blobs.get('0'.repeat(64))).toBeUndefined();
      expect(await store.blobs.get('nonsense')).toBeUndefined();
    });

    const hash = () => createHash('sha256').update(uuidV7()).digest('hex');
    const link = async (expiresInSeconds: number) => {
      const tokenHash = hash();
      await store.sessions.createLink({
        tokenHash,
        userId: 'owner',
        workspaceId: WORKSPACE,
        role: 'admin',
        expiresInSeconds,
      });
      return tokenHash;
    };
    const redeem = (linkHash: string, tokenHash: string, expiresInSeconds = 60) =>
      store.sessions.redeemLink(linkHash, { sessionId: uuidV7(), tokenHash, expiresInSeconds });

    it('lets a sign-in link open one session', async () => {
      const linkHash = await link(60);
      const tokens = Array.from({ length: 5 }, hash);
      const opened = await Promise.all(tokens.map((token) => redeem(linkHash, token)));
      expect(opened.filter((session) => session !== undefined)).toHaveLength(1);
      const index = opened.findIndex((session) => session !== undefined);
      const session = await store.sessions.getSession(tokens[index]!);
      expect(session).toEqual(opened[index]);
      expect(session).toMatchObject({ userId: 'owner', workspaceId: WORKSPACE, role: 'admin' });
      await store.sessions.endSession(tokens[index]!);
      expect(await store.sessions.getSession(tokens[index]!)).toBeUndefined();
    });

    it('forgets links and sessions when their time is over', async () => {
      const [short, long] = [await link(0.02), await link(60)];
      const token = hash();
      expect(await redeem(long, token, 0.03)).toBeDefined();
      await store.passTime(60);
      expect(await redeem(short, hash())).toBeUndefined();
      expect(await store.sessions.getSession(token)).toBeUndefined();
      expect(await store.sessions.getSession(hash())).toBeUndefined();
    });
  });
}
