import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { canonicalText, SettingsSchema, type WorkflowGraph, WorkflowNodeSchema } from '@weftwork/schema';
import { beforeEach, expect, it, vi } from 'vitest';
import type { NodeImplementations } from './executor';
import type { VersionRecord, WorkflowRecord } from './ports';
import { VersionCatalogue } from './version-catalogue';

const settings = SettingsSchema.parse({});
const graph: WorkflowGraph = {
  schemaVersion: '1.0',
  id: 'w',
  name: 'W',
  inputSchema: {},
  outputSchema: {},
  nodes: [WorkflowNodeSchema.parse({ id: 'start', type: 'start', name: 'Begin', config: {} })],
  edges: [],
  settings,
};
const implementations = {
  start: { definition: nodeDefinitions.start, evaluator: { prepare: () => () => ({ data: {} }) } },
} as unknown as NodeImplementations;
const version = (number: number) =>
  ({
    versionId: `v${number}`,
    workflowId: 'w',
    version: number,
    canonical: canonicalText(graph),
    graphHash: String(number),
    settings,
  }) as VersionRecord;

/** Answers when it is told to, so that many can ask meanwhile. */
function heldStore() {
  const answers: (() => void)[] = [];
  let newest = 1;
  const held = <Value>(read: () => Value) => {
    // Read when it is asked, told when it is let go.
    const value = read();
    return new Promise<Value>((resolve) => answers.push(() => resolve(value)));
  };
  return {
    get: async () => ({ name: 'W' }) as WorkflowRecord,
    getVersion: vi.fn(() => held(() => version(newest))),
    getVersionById: vi.fn((id: string) => held(() => (id === 'v1' ? version(1) : undefined))),
    publish: () => newest++,
    async letGo() {
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(0));
      for (const answer of answers.splice(0)) answer();
    },
  };
}

let store: ReturnType<typeof heldStore>;
let catalogue: VersionCatalogue;
beforeEach(() => {
  store = heldStore();
  catalogue = new VersionCatalogue(store, implementations);
});

it('reads a version once for all who ask for it at the same time', async () => {
  const asked = Promise.all([catalogue.latestOf('a', 'w'), catalogue.latestOf('a', 'w')]);
  await store.letGo();
  const [first, second] = await asked;
  expect(second).toBe(first);
  expect(store.getVersion).toHaveBeenCalledTimes(1);
  expect(catalogue.latestOf('a', 'w')).toBe(first);

  const fresh = new VersionCatalogue(store, implementations);
  const byId = Promise.all([fresh.byId('a', 'v1'), fresh.byId('a', 'v1')]);
  await store.letGo();
  await byId;
  expect(store.getVersionById).toHaveBeenCalledTimes(1);
});

it('asks again for what was not there', async () => {
  for (const _ of [1, 2]) {
    const asked = expect(catalogue.byId('a', 'v9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store.letGo();
    await asked;
  }
  expect(store.getVersionById).toHaveBeenCalledTimes(2);
});

it('gives nobody who asks after a publish what was being read before it', async () => {
  const before = Promise.resolve(catalogue.latestOf('a', 'w'));
  await vi.waitFor(() => expect(store.getVersion).toHaveBeenCalledTimes(1));
  store.publish();
  catalogue.forget('a', 'w');
  const after = Promise.resolve(catalogue.latestOf('a', 'w'));
  await vi.waitFor(() => expect(store.getVersion).toHaveBeenCalledTimes(2));
  await store.letGo();
  expect((await before).version).toBe(1);
  expect((await after).version).toBe(2);
  expect((await catalogue.latestOf('a', 'w')).version).toBe(2);
});
