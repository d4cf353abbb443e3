import { randomUUID } from 'node:crypto';
import { COMPATIBLE_ENGINES } from '@weftwork/engine';
import { CodedError, isTerminal } from '@weftwork/schema';
import { createAnswers } from './answers';
import { createCancels } from './cancels';
import { createChildReports } from './child-reports';
import { createChildResolver } from './child-runs';
import { Claimer } from './claimer';
import { drain } from './drain';
import { createEffectHost } from './effect-host';
import { LeaseKeeper } from './lease-keeper';
import { observeNodes } from './observe/observe-nodes';
import { observeRuns } from './observe/observe-runs';
import { walkedRun } from './observe/walked-run';
import type { WakeMessage } from './ports';
import { RunHub } from './run-hub';
import { RunLimits } from './run-limits';
import { KeyTaken, RunStarter } from './run-starter';
import type { LocalRuntime, RuntimeParts } from './runtime-parts';
import { createSignals } from './signals';
import { Sweeper } from './sweeper';
import { systemClock } from './system-clock';
import { createTraceContext } from './trace-context';
import { VersionCatalogue } from './version-catalogue';
import { Commits } from './walker/commits';
import type { WalkerEnd } from './walker/walk';
import { Walker } from './walker/walker';
import type { WalkerHost } from './walker/walker-host';
import { Walkers } from './walkers';
import { DEFAULT_QUOTAS } from './workflows/quotas';

/** Runs of one process; more wait in the store. A walker that waits for its attempts costs a few kilobytes. */
const DEFAULT_SLOTS = 1_000;
const DEFAULT_LEASE_MS = 10_000;
/** How long a signal is kept for runs that begin to wait later. */
const DEFAULT_SIGNAL_RETENTION_MS = 7 * 24 * 3_600_000;

/** The runtime of one process: admits runs, walks them, keeps their leases and times, and answers for them. */
export function createRuntime(parts: RuntimeParts): LocalRuntime {
  const { reader, queue, wakes, observer } = parts;
  const clock = parts.clock ?? systemClock;
  const slots = parts.slots ?? DEFAULT_SLOTS;
  const leaseMs = parts.leaseMs ?? DEFAULT_LEASE_MS;
  const owner = randomUUID();
  const trouble = parts.onTrouble ?? (() => {});
  const hub = new RunHub(wakes);
  const walkers = new Walkers({ slots, queue, clock, hasRoom: () => claimer.hasRoom() });
  const runs = observer
    ? observeRuns(parts.runs, { observer, clock, walked: (runId) => walkedRun(walkers.get(runId)), trouble })
    : parts.runs;
  const nodes = observer ? observeNodes(parts.nodes, observer, clock) : parts.nodes;
  const catalogue = new VersionCatalogue(parts.workflows, nodes);
  const commits = new Commits(runs);
  const traceContext = createTraceContext(observer?.traces);
  let draining = false;
  const stopListening: (() => void)[] = [];

  const effects = createEffectHost({
    blobs: parts.blobs,
    reader,
    hub,
    traceContext,
    readSecret: parts.readSecret ?? (() => undefined),
  });
  const answers = createAnswers({ runs, reader, clock, wake });
  const retentionMs = parts.signalRetentionMs ?? DEFAULT_SIGNAL_RETENTION_MS;
  const signals = createSignals({ runs, clock, retentionMs, wake });
  const limits = new RunLimits(runs);
  const children = createChildReports({ runs, clock, wake, trouble });
  const cancels = createCancels({ runs, clock, wake });
  const leases = new LeaseKeeper({ runs, clock, queue, leaseMs, walkers: walkers.byRun, trouble });
  const sweeper = new Sweeper({
    clock,
    pollMs: parts.pollMs,
    expireGates: () => answers.expireGates(),
    wakeTimers: () => runs.wakeDueTimers(500),
    claim: () => claimer.wantAny(),
    reportChildren: () => children.reportMissed(),
    offerSignals: () => signals.offer(),
    purgeSignals: () => signals.purge(),
    readLimits: () => limits.refresh(),
    trouble,
  });

  const host: WalkerHost = {
    clock,
    owner,
    leaseMs,
    quotas: parts.quotas ?? DEFAULT_QUOTAS,
    commits,
    ...effects,
    readLog: (runId, afterSeq) => runs.readLog(runId, afterSeq),
    recordRecovery: (runId, epoch, intent) => runs.recordRecovery(runId, epoch, intent),
    renewNow: (walker) => leases.renewOne(walker),
    resolveChild: createChildResolver(catalogue, clock, traceContext),
    cancelChild: cancels.cancelChild,
    publish: (runId, fromSeq) => hub.publish(runId, { kind: 'events', fromSeq }),
    onChildAdmitted: (runId) => queue.notify(runId),
    offerSignals: (runId) =>
      signals.offer(runId).catch((error: unknown) => {
        // The gate is remembered as one to which nothing was offered: the next sweep does it.
        trouble('offering signals', error, runId);
        return false;
      }),
    onDeadlines: () => sweeper.look(),
    onReleased: released,
    onAbandoned(walker) {
      walkers.forget(walker);
      if (walker.isStored) hub.letGo(walker.runId);
      else hub.settle(walker.runId, notStored());
    },
    onLost: (walker) => void claimer.want(walker.runId),
    onGivenUp: (walker) => leases.handBack(walker),
    onRefused(walker, outcome) {
      walkers.forget(walker);
      const failure = outcome.failure ?? notStored();
      hub.settle(walker.runId, outcome.replayOf ? new KeyTaken(outcome.replayOf) : failure);
    },
    onTrouble: (runId, error) => trouble('walking a run', error, runId),
  };

  const starter = new RunStarter({
    runs,
    reader,
    queue,
    clock,
    hub,
    catalogue,
    freezeDraft: parts.freezeDraft,
    isDraining: () => draining,
    openWalker(version, run) {
      if (walkers.room === 0 || limits.apply(run)) return undefined;
      const walker = new Walker(host, version, run, {
        ...{ epoch: 1, wakeSeq: 0, stored: false, activeMs: 0 },
        leaseSentAt: clock.monotonic(),
      });
      walkers.keep(walker);
      return walker;
    },
  });

  const claimer = new Claimer({
    runs,
    clock,
    catalogue,
    owner,
    leaseMs,
    room: () => walkers.room,
    running: () => walkers.perWorkspace(),
    areLimited: () => limits.areSet,
    walk(version, claimed, leaseSentAt) {
      const { epoch, wakeSeq, activeMs } = claimed;
      const options = { epoch, wakeSeq, stored: true, activeMs, leaseSentAt };
      const walker = new Walker(host, version, claimed.run, options);
      walkers.keep(walker);
      walker.resume(claimed).catch((error: unknown) => {
        trouble('resuming a run', error, walker.runId);
        walker.abandon();
      });
      return walker;
    },
    trouble,
  });

  function released(walker: Walker, end: WalkerEnd): void {
    walkers.forget(walker);
    if (isTerminal(end.status) || end.needsPerson) hub.settle(walker.runId, end);
    else hub.letGo(walker.runId);
    const { parent: link, runId: childRunId } = walker.newRun;
    if (link && isTerminal(end.status)) void children.report({ ...end, link, childRunId });
    if (walker.wasNudged && !isTerminal(end.status)) void claimer.want(walker.runId);
    if (end.status === 'running') sweeper.look();
    // Left behind where it could go on: another process is to look at it.
    if (draining && !isTerminal(end.status)) queue.notify(walker.runId);
    // Its slot is free: whoever waits for it may go on.
    if (limits.apply(walker.newRun)) claimer.wantAny();
  }

  /** Somebody wrote to a run: its walker reads it, or the run is claimed. */
  function wake(runId: string): void {
    hub.written(runId);
    const walker = walkers.get(runId);
    if (walker) walker.nudge();
    else queue.notify(runId);
  }

  function onNotify(runId: string): void | Promise<void> {
    const walker = walkers.get(runId);
    if (walker) walker.nudge();
    else return claimer.want(runId);
  }

  function onMessage(runId: string, message: WakeMessage): void {
    if (message.kind === 'written') walkers.get(runId)?.nudge();
    hub.receive(runId, message);
  }

  return {
    async start() {
      if (parts.embedded) await runs.endAllLeases();
      // Not awaited: until they are known, new runs are queued.
      void limits.refresh().catch((error: unknown) => trouble('reading the limits', error));
      if (wakes) stopListening.push(wakes.onMessage(onMessage));
      if (slots === 0) return;
      stopListening.push(queue.onNotify(onNotify));
      walkers.tellRoom();
      leases.start();
      sweeper.start();
    },
    async startRun(request, { waitSeconds = 0 } = {}) {
      if (draining) throw new CodedError('SHUTTING_DOWN', 'The service is stopping; try again in a moment.');
      return starter.start(request, waitSeconds);
    },
    forgetWorkflow: (workspaceId, workflowId) => catalogue.forget(workspaceId, workflowId),

    cancelRun: cancels.cancelRun,
    answerGate: (request) => answers.answerGate(request),
    settleStep: (request) => answers.settleStep(request),
    sendSignal: (request) => signals.send(request),
    async setLimit(limit) {
      await runs.setLimit(limit);
      await limits.refresh();
      claimer.wantAny();
    },
    async listLimits(workspaceId) {
      return (await runs.readLimits()).filter((limit) => limit.workspaceId === workspaceId);
    },
    subscribe: (runId, listener) => hub.subscribe(runId, listener),

    async drain(graceMs) {
      draining = true;
      await drain({ walkers, sweeper, commits, leases, queue }, graceMs);
      for (const stop of stopListening) stop();
    },
    get activeRuns() {
      return walkers.byRun.size;
    },
    worker: { workerId: owner, engines: COMPATIBLE_ENGINES, slots },
    get isDraining() {
      return draining;
    },
  };
}

function notStored(): CodedError {
  return new CodedError('STORAGE_UNAVAILABLE', 'The run could not be stored; try again.');
}
