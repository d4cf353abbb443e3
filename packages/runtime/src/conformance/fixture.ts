import { type EventType, encodeEvents, type RunEvent, SettingsSchema } from '@weftwork/schema';
import { afterAll, beforeAll } from 'vitest';
import { uuidV7 } from '../memory';
import type {
  BlobStore,
  ClaimedRun,
  CommitOutcome,
  EncodedEvents,
  NewRun,
  RunCommit,
  RunReader,
  RunStore,
  SessionStore,
  StepKey,
  Transition,
  VersionRecord,
  WorkerRegistry,
  WorkflowStore,
} from '../ports';

/** What the suites run on. */
export interface StoreUnderTest {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly workflows: WorkflowStore;
  readonly blobs: BlobStore;
  readonly sessions: SessionStore;
  readonly workers: WorkerRegistry;
  /** Lets the store's clock go on: a jump where it can be set, a pause where it is the database's. */
  passTime(ms: number): Promise<void>;
  /** Where the store asks for it. */
  addWorkspace?(id: string): Promise<void>;
  close(): Promise<void>;
}

export type StoreFactory = () => Promise<StoreUnderTest>;

/** Opens a store for the suite around the call, hands it over before its first test, and closes it behind the last. */
export function useStore(open: StoreFactory, use: (store: StoreUnderTest) => void | Promise<void>): void {
  let store: StoreUnderTest | undefined;
  beforeAll(async () => {
    store = await open();
    await use(store);
  });
  afterAll(() => store?.close());
}

export const WORKSPACE = 'local';
export const SETTINGS = SettingsSchema.parse({});
/** Long enough for a busy machine; tests that let a lease run out use SHORT_LEASE_MS. */
export const LEASE_MS = 30_000;
export const SHORT_LEASE_MS = 250;
export const NO_EVENTS: EncodedEvents = { text: '', events: 0 };

/** Facts without payload that matter only by their number. */
export function events(...types: EventType[]): EncodedEvents {
  if (types.length === 0) return NO_EVENTS;
  return encodeEvents(types.map((type) => ({ type, occurredAt: 1_700_000_000_000, data: {} }) as RunEvent));
}

export const COMPLETED: EncodedEvents = encodeEvents([
  { type: 'run.completed', occurredAt: 1_700_000_000_000, data: { output: { answer: 42 } } },
]);

export function step(nodeId: string, attempt = 1, path = ''): StepKey {
  return { nodeId, path, attempt };
}

let workflows = 0;

/** A published workflow of its own for each test that wants one. */
export async function publish(
  store: StoreUnderTest,
  workflowId = `wf-${++workflows}-${uuidV7().slice(-6)}`,
): Promise<VersionRecord> {
  await store.workflows.create(WORKSPACE, { id: workflowId, name: 'A workflow', graph: {}, layout: {} });
  const { record } = await store.workflows.addVersion(WORKSPACE, newVersion(workflowId, '{}'));
  return record;
}

export function newVersion(workflowId: string, canonical: string) {
  return {
    workflowId,
    graphHash: Buffer.from(canonical.padEnd(32)).toString('hex').slice(0, 64),
    canonical,
    layout: { nodes: {} },
    settings: SETTINGS,
    clamps: [],
    publishedBy: 'owner',
  };
}

export function newRun(version: VersionRecord, overrides: Partial<NewRun> = {}): NewRun {
  return {
    runId: uuidV7(),
    workspaceId: WORKSPACE,
    workflowId: version.workflowId,
    versionId: version.versionId,
    version: version.version ?? 'draft',
    graphHash: version.graphHash,
    input: { topic: 'tea' },
    settings: version.settings,
    createdBy: 'owner',
    depth: 0,
    engine: 'engine-1',
    ...overrides,
  };
}

type CommitRest = Partial<Omit<RunCommit, 'runId' | 'create'>>;

/** Inserts a run, born leased. */
export function creation(run: NewRun, rest: CommitRest = {}): RunCommit {
  return {
    runId: run.runId,
    create: run,
    epoch: 1,
    owner: 'walker',
    leaseMs: LEASE_MS,
    baseSeq: 0,
    baseWakeSeq: 0,
    facts: events('run.started'),
    expectStatus: 'running',
    ...rest,
  };
}

type Heads = Pick<CommitOutcome, 'runId' | 'seq' | 'wakeSeq'> & { epoch?: number };

/** The next commit of a walker that last saw these heads. */
export function commitAfter(heads: Heads, rest: CommitRest = {}): RunCommit {
  return {
    runId: heads.runId,
    epoch: heads.epoch ?? 1,
    owner: 'walker',
    leaseMs: LEASE_MS,
    baseSeq: heads.seq,
    baseWakeSeq: heads.wakeSeq,
    facts: NO_EVENTS,
    expectStatus: 'running',
    ...rest,
  };
}

export function ofClaim(claimed: ClaimedRun): Heads {
  return { runId: claimed.run.runId, seq: claimed.seq, wakeSeq: claimed.wakeSeq, epoch: claimed.epoch };
}

export async function commitOne(store: StoreUnderTest, commit: RunCommit): Promise<CommitOutcome> {
  const [outcome] = await store.runs.commit([commit]);
  return outcome!;
}

/** A run that is leased with epoch 1 and has one event. */
export async function startRun(
  store: StoreUnderTest,
  version: VersionRecord,
  rest: CommitRest = {},
): Promise<CommitOutcome> {
  return commitOne(store, creation(newRun(version), rest));
}

export function waiting(transition: Transition): CommitRest {
  return { transition, requireQuiet: true, release: true };
}

export const COMPLETION: CommitRest = {
  admissions: COMPLETED,
  transition: { status: 'completed', output: { answer: 42 } },
  requireQuiet: true,
};

export async function claimOne(store: StoreUnderTest, runId: string, leaseMs = LEASE_MS) {
  const [claimed] = await store.runs.claim({
    limit: 1,
    owner: 'other',
    leaseMs,
    engineVersion: 'engine-1',
    runIds: [runId],
  });
  return claimed;
}

/** The numbers of all events in the log, checked to be 1..n. */
export async function assertGapless(store: StoreUnderTest, runId: string): Promise<number> {
  let next = 1;
  for (const { firstSeq, lastSeq } of await store.runs.readLog(runId, 0)) {
    if (firstSeq !== next || lastSeq < firstSeq)
      throw new Error(`A row with ${firstSeq}..${lastSeq} stands where ${next} should come`);
    next = lastSeq + 1;
  }
  return next - 1;
}
