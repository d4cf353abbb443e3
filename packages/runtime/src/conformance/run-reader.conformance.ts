import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../memory';
import type { CommitOutcome, VersionRecord } from '../ports';
import {
  COMPLETION,
  commitAfter,
  commitOne,
  creation,
  events,
  newRun,
  newVersion,
  publish,
  SETTINGS,
  type StoreFactory,
  type StoreUnderTest,
  startRun,
  step,
  useStore,
  WORKSPACE,
  waiting,
} from './fixture';

export function describeRunReader(name: string, open: StoreFactory): void {
  describe(`${name}: run reader`, () => {
    let store: StoreUnderTest;
    let version: VersionRecord;
    useStore(open, async (opened) => {
      store = opened;
      version = await publish(store);
    });

    it('shows a run with its output, or its error and warnings', async () => {
      const settings = { ...SETTINGS, maxSteps: 7 };
      const run = newRun(version, { settings, input: { n: [1, null, 'x'] }, createdBy: 'ann' });
      const warnings = [{ code: 'W', message: 'careful', nodeId: 'a' }];
      await commitOne(
        store,
        creation(run, {
          ...COMPLETION,
          transition: { status: 'completed', output: { answer: 42 }, warnings },
        }),
      );
      const shown = (await store.reader.getRun(WORKSPACE, run.runId))!;
      expect(shown).toMatchObject({
        id: run.runId,
        workspaceId: WORKSPACE,
        workflowId: version.workflowId,
        workflowName: 'A workflow',
        versionId: version.versionId,
        version: 1,
        graphHash: version.graphHash,
        status: 'completed',
        input: run.input,
        output: { answer: 42 },
        warnings,
        settings,
        lastSeq: 2,
        depth: 0,
        createdBy: 'ann',
      });
      for (const time of [shown.createdAt, shown.startedAt, shown.endedAt])
        expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const error = { code: 'X', message: 'no', nodeId: 'b', iterationPath: [0, 2] };
      const failed = await startRun(store, version);
      await commitOne(
        store,
        commitAfter(failed, { admissions: events('run.failed'), transition: { status: 'failed', error } }),
      );
      const read = (await store.reader.getRunWithLog(WORKSPACE, failed.runId))!;
      expect(read.run).toMatchObject({ status: 'failed', error, warnings: [], lastSeq: 2 });
      expect(read.run.output).toBeUndefined();
      expect(read.log.map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq])).toEqual([
        [1, 1],
        [2, 2],
      ]);
    });

    it('shows a run of an unlisted version as a draft', async () => {
      const test = await store.workflows.addTestVersion(WORKSPACE, newVersion(version.workflowId, '{"d":1}'));
      const run = await startRun(store, test);
      expect(await store.reader.getRun(WORKSPACE, run.runId)).toMatchObject({ version: 'draft' });
    });

    it('knows nothing of other workspaces or of ids that are none', async () => {
      const run = await startRun(store, version);
      expect(await store.reader.getRun('other', run.runId)).toBeUndefined();
      expect(await store.reader.getRunWithLog('other', run.runId)).toBeUndefined();
      for (const id of [uuidV7(), 'nonsense', '']) {
        expect(await store.reader.getRun(WORKSPACE, id)).toBeUndefined();
        expect(await store.reader.getRunWithLog(WORKSPACE, id)).toBeUndefined();
        expect(await store.reader.listArtifacts(WORKSPACE, id)).toEqual([]);
        expect(await store.reader.listGates(WORKSPACE, { runId: id }, 10)).toEqual([]);
      }
      expect((await store.reader.listRuns('other', {}, { limit: 10 })).items).toEqual([]);
    });

    it('lists runs newest first, page by page, by workflow, status and parent', async () => {
      const own = await publish(store);
      const parent = await startRun(store, own);
      const kid = newRun(own, { depth: 1, parent: { runId: parent.runId, ...step('sub') } });
      await commitOne(
        store,
        commitAfter(parent, { admissions: { ...events('child.started'), children: [{ child: kid }] } }),
      );
      const done = await startRun(store, own, COMPLETION);
      const waits = await startRun(store, own, waiting({ status: 'awaiting_input', waitReason: 'approval' }));
      const failed = await startRun(store, own, {
        admissions: events('run.failed'),
        transition: { status: 'failed', error: { code: 'X', message: 'no' } },
      });
      const ids = async (filter: Parameters<typeof store.reader.listRuns>[1]) =>
        (await store.reader.listRuns(WORKSPACE, filter, { limit: 100 })).items.map(({ id }) => id);
      const { workflowId } = own;
      const newestFirst = [failed, waits, done].map(({ runId }) => runId).concat(kid.runId, parent.runId);
      expect(await ids({ workflowId })).toEqual(newestFirst);
      expect((await ids({})).slice(0, 5)).toEqual(newestFirst);
      expect(await ids({ workflowId, status: ['failed', 'cancelled'] })).toEqual([failed.runId]);
      expect(await ids({ workflowId, status: ['awaiting_input', 'queued'] })).toEqual([
        waits.runId,
        kid.runId,
      ]);
      expect(await ids({ workflowId, status: ['running', 'completed'] })).toEqual([done.runId, parent.runId]);
      expect(await ids({ workflowId, status: [] })).toEqual([]);
      expect(await ids({ parentRunId: parent.runId })).toEqual([kid.runId]);
      expect(await ids({ parentRunId: 'nonsense' })).toEqual([]);
      expect(await ids({ workflowId: 'unknown' })).toEqual([]);

      const paged: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await store.reader.listRuns(WORKSPACE, { workflowId }, { limit: 2, cursor });
        paged.push(...page.items.map(({ id }) => id));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(paged).toEqual(newestFirst);
      const { items } = await store.reader.listRuns(WORKSPACE, { workflowId }, { limit: 100 });
      expect(items.find(({ id }) => id === waits.runId)).toMatchObject({ waitReason: 'approval' });
      expect(items.find(({ id }) => id === kid.runId)?.parent).toEqual(kid.parent);
      expect(items.every((item) => item.output === undefined)).toBe(true);
    });

    it('finds runs by time and by a part of id, name, error or input', async () => {
      const own = await publish(store);
      const start = async (input: JsonObject) => {
        const run = newRun(own, { input });
        await commitOne(store, creation(run, COMPLETION));
        await store.passTime(5);
        return run.runId;
      };
      const first = await start({ order: 'A_1%x' });
      const second = await start({ order: '春季 B_1' });
      const failed = await startRun(store, own, {
        admissions: events('run.failed'),
        transition: { status: 'failed', error: { code: 'X', message: 'The Weather is bad' } },
      });
      const find = async (filter: Parameters<typeof store.reader.listRuns>[1]) =>
        (
          await store.reader.listRuns(WORKSPACE, { workflowId: own.workflowId, ...filter }, { limit: 9 })
        ).items.map(({ id }) => id);
      const { createdAt } = (await store.reader.getRun(WORKSPACE, second))!;
      expect(await find({ since: createdAt })).toEqual([failed.runId, second]);
      expect(await find({ until: createdAt })).toEqual([first]);
      expect(await find({ since: createdAt, until: createdAt })).toEqual([]);
      expect(await find({ search: 'a_1%X' })).toEqual([first]);
      expect(await find({ search: '春季' })).toEqual([second]);
      expect(await find({ search: 'weather IS' })).toEqual([failed.runId]);
      expect(await find({ search: second.slice(-8) })).toEqual([second]);
      expect(await find({ search: 'a workflow' })).toEqual([failed.runId, second, first]);
      expect(await find({ search: 'A%x' })).toEqual([]);
    });

    it('lists artifacts of a run and finds one by its id', async () => {
      const { sha256, bytes } = await store.blobs.put(Buffer.from('# 报告'));
      const artifactId = uuidV7();
      const run = await startRun(store, version, {
        facts: events('run.started', 'artifact.created'),
        artifacts: [
          { ...step('w'), artifactId, name: '专题报告.md', mimeType: 'text/markdown', sha256, bytes },
        ],
      });
      const expected = {
        artifactId,
        runId: run.runId,
        workspaceId: WORKSPACE,
        nodeId: 'w',
        name: '专题报告.md',
        mimeType: 'text/markdown',
        sha256,
        bytes,
      };
      expect(await store.reader.listArtifacts(WORKSPACE, run.runId)).toMatchObject([expected]);
      expect(await store.reader.getArtifact(WORKSPACE, artifactId)).toMatchObject(expected);
      expect(await store.reader.getArtifact('other', artifactId)).toBeUndefined();
      expect(await store.reader.getArtifact(WORKSPACE, 'none')).toBeUndefined();
    });

    it('lists the open gates of a workspace, oldest first', async () => {
      const gate = (nodeId: string) => ({
        ...step(nodeId),
        stepId: `${nodeId}~~1`,
        mode: 'approval' as const,
        message: `About ${nodeId}`,
        onTimeout: 'autoReject' as const,
      });
      const runs: CommitOutcome[] = [];
      for (const nodeId of ['x', 'y']) {
        runs.push(
          await startRun(store, version, {
            admissions: { ...events('gate.opened'), gates: [gate(nodeId)] },
          }),
        );
        await store.passTime(2);
      }
      const open = await store.reader.listGates(WORKSPACE, { status: 'open' }, 100);
      const own = open.filter(({ runId }) => runs.some((run) => run.runId === runId));
      expect(own.map(({ message }) => message)).toEqual(['About x', 'About y']);
      expect(await store.reader.listGates('other', { status: 'open' }, 100)).toEqual([]);
    });
  });
}
