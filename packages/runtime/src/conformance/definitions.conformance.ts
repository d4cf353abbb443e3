import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import { newVersion, publish, type StoreFactory, type StoreUnderTest, useStore, WORKSPACE } from './fixture';

export function describeDefinitions(name: string, open: StoreFactory): void {
  describe(`${name}: workflows and versions`, () => {
    let store: StoreUnderTest;
    useStore(open, (opened) => {
      store = opened;
    });

    const freshId = () => `w-${uuidV7().slice(-12)}`;
    const create = (id: string) =>
      store.workflows.create(WORKSPACE, {
        id,
        name: '茶',
        graph: { b: 1, a: 2 },
        layout: { nodes: { s: { x: 1, y: 2 } } },
      });

    it('keeps a new workflow with revision 1', async () => {
      const id = freshId();
      const created = await create(id);
      expect(created).toMatchObject({ id, workspaceId: WORKSPACE, name: '茶', draft: { revision: 1 } });
      expect(await store.workflows.get(WORKSPACE, id)).toEqual(created);
      expect(JSON.stringify(created.draft.graph)).toBe('{"b":1,"a":2}');
      expect(created.published).toBeUndefined();
      expect(await store.workflows.get('other', id)).toBeUndefined();
    });

    it('refuses an id that is taken, also when several want it at once', async () => {
      const id = freshId();
      const results = await Promise.allSettled([create(id), create(id), create(id)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'WORKFLOW_ID_TAKEN' });
    });

    it('saves a draft for who saw its latest revision', async () => {
      const id = freshId();
      await create(id);
      const save = (ifRevision: number) =>
        store.workflows.saveDraft(WORKSPACE, id, { name: 'New', graph: { n: ifRevision }, ifRevision });
      expect(await save(1)).toEqual({
        graph: { n: 1 },
        layout: { nodes: { s: { x: 1, y: 2 } } },
        revision: 2,
      });
      const results = await Promise.allSettled([save(2), save(2), save(2)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(save(1)).rejects.toMatchObject({
        code: 'REVISION_CONFLICT',
        extra: { yourRevision: 1, currentRevision: 3 },
      });
      expect(await store.workflows.get(WORKSPACE, id)).toMatchObject({ name: 'New', draft: { revision: 3 } });
      const missing = store.workflows.saveDraft(WORKSPACE, freshId(), { name: '', graph: {}, ifRevision: 1 });
      await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('knows who saved a draft last, and when, where that was said', async () => {
      const id = freshId();
      const authorOf = async () => {
        const { savedBy, savedAt } = (await store.workflows.get(WORKSPACE, id))!.draft;
        return [savedBy, savedAt === undefined ? undefined : Number.isFinite(Date.parse(savedAt))];
      };
      await store.workflows.create(WORKSPACE, { id, name: 'A', graph: {}, layout: {}, by: 'ann' });
      expect(await authorOf()).toEqual(['ann', true]);
      const save = (ifRevision: number, by?: string) =>
        store.workflows.saveDraft(WORKSPACE, id, { name: 'A', graph: {}, ifRevision, ...(by ? { by } : {}) });
      expect(await save(1, '李伟')).toMatchObject({ savedBy: '李伟', savedAt: expect.any(String) });
      expect(await authorOf()).toEqual(['李伟', true]);
      await store.workflows.addVersion(WORKSPACE, newVersion(id, '{}'));
      expect(await authorOf()).toEqual(['李伟', true]);
      await save(2);
      expect(await authorOf()).toEqual([undefined, undefined]);
    });

    it('lists newest first and leaves out what is archived', async () => {
      const ids = [freshId(), freshId(), freshId()];
      for (const id of ids) await create(id);
      expect(await store.workflows.archive(WORKSPACE, ids[1]!)).toBe(true);
      expect(await store.workflows.archive(WORKSPACE, ids[1]!)).toBe(false);
      expect(await store.workflows.archive(WORKSPACE, freshId())).toBe(false);
      const first = await store.workflows.list(WORKSPACE, { limit: 1 });
      expect(first.items.map(({ id }) => id)).toEqual([ids[2]]);
      const second = await store.workflows.list(WORKSPACE, { limit: 1, cursor: first.nextCursor! });
      expect(second.items.map(({ id }) => id)).toEqual([ids[0]]);
      expect(await store.workflows.get(WORKSPACE, ids[1]!)).toHaveProperty('archivedAt');
      expect(await store.workflows.list('other', { limit: 5 })).toEqual({ items: [], nextCursor: null });
    });

    it('numbers versions and answers the newest one for the same text', async () => {
      const { workflowId, versionId } = await publish(store, freshId());
      const add = (text: string) => store.workflows.addVersion(WORKSPACE, newVersion(workflowId, text));
      expect(await add('{}')).toMatchObject({ created: false, record: { version: 1, versionId } });
      expect(await add('{"v":2}')).toMatchObject({ created: true, record: { version: 2 } });
      expect(await add('{}')).toMatchObject({ created: true, record: { version: 3 } });
      expect(await store.workflows.get(WORKSPACE, workflowId)).toMatchObject({ published: { version: 3 } });
      const second = (await store.workflows.getVersion(WORKSPACE, workflowId, 2))!;
      expect(second).toMatchObject({ canonical: '{"v":2}', version: 2, workflowId });
      expect(await store.workflows.getVersionById(second.versionId)).toEqual(second);
      expect(await store.workflows.getVersion(WORKSPACE, workflowId)).toMatchObject({ version: 3 });
      expect(await store.workflows.getVersion(WORKSPACE, workflowId, 9)).toBeUndefined();
      expect(await store.workflows.getVersion('other', workflowId, 2)).toBeUndefined();
      const listed = await store.workflows.listVersions(WORKSPACE, workflowId);
      expect(listed.map(({ version }) => version)).toEqual([3, 2, 1]);
      expect(listed[0]).not.toHaveProperty('canonical');
    });

    it('keeps the note of a version, and that of the first when the same text comes again', async () => {
      const { workflowId } = await publish(store, freshId());
      const add = (note?: string) =>
        store.workflows.addVersion(WORKSPACE, {
          ...newVersion(workflowId, '{"v":2}'),
          ...(note === undefined ? {} : { note }),
        });
      expect((await add('问卷 added')).record.note).toBe('问卷 added');
      expect(await add('something else')).toMatchObject({ created: false, record: { note: '问卷 added' } });
      const [second, first] = await store.workflows.listVersions(WORKSPACE, workflowId);
      expect(second).toMatchObject({ version: 2, note: '问卷 added' });
      expect(first).not.toHaveProperty('note');
    });

    it('gives each of several publishers at once a number of its own', async () => {
      const { workflowId } = await publish(store, freshId());
      const added = await Promise.all(
        Array.from({ length: 5 }, (_, index) =>
          store.workflows.addVersion(WORKSPACE, newVersion(workflowId, `{"n":${index}}`)),
        ),
      );
      expect(added.map(({ record }) => record.version).sort()).toEqual([2, 3, 4, 5, 6]);
    });

    it('freezes a draft once per text, unlisted', async () => {
      const { workflowId } = await publish(store, freshId());
      const freeze = (text: string) =>
        store.workflows.addTestVersion(WORKSPACE, newVersion(workflowId, text));
      const first = await freeze('{"draft":1}');
      expect(first.version).toBeUndefined();
      expect((await freeze('{"draft":1}')).versionId).toBe(first.versionId);
      expect((await freeze('{"draft":2}')).versionId).not.toBe(first.versionId);
      expect(await store.workflows.getVersionById(first.versionId)).toEqual(first);
      expect(await store.workflows.listVersions(WORKSPACE, workflowId)).toHaveLength(1);
      expect(await store.workflows.getVersionById('nonsense')).toBeUndefined();
    });
  });
}
