import { CodedError, isTerminal, type JsonObject } from '@weftwork/schema';
import { depthBelow } from './child-runs';
import { FollowedRun } from './followed-run';
import type { PreparedVersion } from './graph/prepare-version';
import { fitInput, newRunOf } from './new-run';
import type { Clock, KeyHolder, NewRun, RunQueue, RunReader, RunStore } from './ports';
import type { RunHub } from './run-hub';
import type { RunHandle, SettledRun, StartRunRequest } from './runtime-api';
import type { RuntimeParts } from './runtime-parts';
import type { VersionCatalogue } from './version-catalogue';
import type { Walker } from './walker/walker';

/** How often somebody who waits for a run of another process looks again. */
const AWAIT_POLL_MS = 250;

/** The idempotency key of a new run had been used: nothing was written, and this run has the key. */
export class KeyTaken extends Error {
  constructor(readonly taken: KeyHolder) {
    super(`The key belongs to the run ${taken.runId}`);
  }
}

export interface RunStarterParts {
  readonly runs: RunStore;
  readonly reader: RunReader;
  readonly queue: RunQueue;
  readonly clock: Clock;
  readonly hub: RunHub;
  readonly catalogue: VersionCatalogue;
  readonly freezeDraft: RuntimeParts['freezeDraft'];
  /** A walker for a new run, or undefined when this process has no free slot. */
  openWalker(version: PreparedVersion, run: NewRun): Walker | undefined;
  /** The process stops: nobody is kept waiting. */
  isDraining(): boolean;
}

export type StartedRun = RunHandle & { readonly settled?: SettledRun };

/** That a run may have settled, with its end where that came along. */
interface Hint {
  readonly promise: Promise<SettledRun | undefined>;
  cancel(): void;
}

/** Admits runs: finds the version, checks the input, and walks or queues the run. */
export class RunStarter {
  constructor(private readonly parts: RunStarterParts) {}

  async start(request: StartRunRequest, waitSeconds: number): Promise<StartedRun> {
    let admitted: { version: PreparedVersion; run: NewRun };
    try {
      const found = this.versionOf(request);
      const { version, input } = found instanceof Promise ? await found : found;
      admitted = { version, run: this.newRunOf(request, version, input) };
    } catch (refused) {
      // Who asks again because the first answer was lost gets the run, though the workflow has changed since.
      const holder = await this.keyHolder(request);
      if (!holder) throw refused;
      return this.replay(request, holder, waitSeconds);
    }
    const { version, run } = admitted;
    const identity = {
      runId: run.runId,
      replayed: false,
      runs: {
        version: version.version,
        graphHash: version.graphHash,
        workflowName: version.workflowName,
        input: run.input,
      },
    };
    try {
      const walker = this.parts.openWalker(version, run);
      const settled = walker ? await this.walk(walker, waitSeconds) : await this.enqueue(run, waitSeconds);
      return { ...identity, ...(settled ? { settled } : {}) };
    } catch (error) {
      if (error instanceof KeyTaken) return this.replay(request, error.taken, waitSeconds);
      throw error;
    }
  }

  private async keyHolder({ workspaceId, idempotencyKey }: StartRunRequest): Promise<KeyHolder | undefined> {
    return idempotencyKey && this.parts.reader.getKeyHolder(workspaceId, idempotencyKey.key);
  }

  /** Synchronous for the latest version when it is known, as it is on the hot path. */
  private versionOf(
    request: StartRunRequest,
  ):
    | { version: PreparedVersion; input: JsonObject }
    | Promise<{ version: PreparedVersion; input: JsonObject }> {
    const { workspaceId, workflowId, version, input } = request;
    if (request.fromRun !== undefined) return this.versionOfRun(workspaceId, request.fromRun);
    if (version !== undefined) return this.versionAsked(request, version);
    const latest = this.parts.catalogue.latestOf(workspaceId, workflowId);
    return latest instanceof Promise
      ? latest.then((found) => ({ version: found, input }))
      : { version: latest, input };
  }

  private async versionOfRun(workspaceId: string, runId: string) {
    const earlier = await this.parts.reader.getRun(workspaceId, runId);
    if (!earlier) throw new CodedError('NOT_FOUND', `There is no run ${runId}.`);
    await this.parts.catalogue.assertActive(workspaceId, earlier.workflowId);
    return { version: await this.parts.catalogue.byId(workspaceId, earlier.versionId), input: earlier.input };
  }

  private async versionAsked(
    { workspaceId, workflowId, createdBy, ifRevision, input }: StartRunRequest,
    version: number | 'draft',
  ) {
    const { catalogue, freezeDraft } = this.parts;
    if (version !== 'draft')
      return { version: await catalogue.numbered(workspaceId, workflowId, version), input };
    const frozen = await freezeDraft(workspaceId, workflowId, createdBy, ifRevision);
    return { version: await catalogue.byId(workspaceId, frozen.versionId), input };
  }

  private newRunOf(request: StartRunRequest, version: PreparedVersion, given: JsonObject): NewRun {
    const { input, errors } = fitInput(version, given);
    if (errors.length > 0) {
      const message = `The input does not fit the workflow: ${errors[0]!.path} ${errors[0]!.message}`;
      const placed = errors.map((error) => ({ ...error, path: `/input${error.path}` }));
      throw new CodedError('INVALID_INPUT', message, { errors: placed });
    }
    return newRunOf(version, this.parts.clock.now(), {
      workspaceId: request.workspaceId,
      input,
      createdBy: request.createdBy,
      depth: request.callerDepth === undefined ? 0 : depthBelow(request.callerDepth, version.workflowId),
      ...(request.priority ? { priority: request.priority } : {}),
      ...(request.idempotencyKey ? { idempotencyKey: request.idempotencyKey } : {}),
      ...(request.traceparent ? { origin: { traceparent: request.traceparent } } : {}),
    });
  }

  private async walk(walker: Walker, waitSeconds: number): Promise<SettledRun | undefined> {
    const settled = this.nextSettled(walker.runId);
    const until = this.parts.clock.monotonic() + waitSeconds * 1000;
    const time = this.timeUp(waitSeconds);
    try {
      if (waitSeconds > 0) {
        walker.isAwaited = true;
        void walker.begin(false);
        const end = await Promise.race([settled.promise, time.up]);
        return end === 'letGo' ? await this.awaitSettled(walker.newRun, until) : end;
      }
      let refused: unknown;
      settled.promise.catch((error: unknown) => {
        refused = error;
      });
      await walker.begin(true);
      await Promise.resolve();
      if (refused) throw refused;
      return undefined;
    } finally {
      walker.isAwaited = false;
      time.cancel();
      settled.cancel();
    }
  }

  private async enqueue(run: NewRun, waitSeconds: number): Promise<SettledRun | undefined> {
    const { runs, queue } = this.parts;
    const outcome = await runs.enqueue(run);
    if (outcome.replayOf) throw new KeyTaken(outcome.replayOf);
    if (outcome.failure) throw outcome.failure;
    const until = this.parts.clock.monotonic() + waitSeconds * 1000;
    const settled = waitSeconds > 0 ? this.awaitSettled(run, until, true) : undefined;
    queue.notify(run.runId);
    return settled;
  }

  private async replay(request: StartRunRequest, taken: KeyHolder, waitSeconds: number): Promise<StartedRun> {
    const { runId, bodyHash } = taken;
    if (bodyHash !== request.idempotencyKey?.bodyHash) {
      const message = `The Idempotency-Key was used for another request, which started the run ${runId}. Use a new key.`;
      throw new CodedError('IDEMPOTENCY_CONFLICT', message, { extra: { runId } });
    }
    const until = this.parts.clock.monotonic() + waitSeconds * 1000;
    const run = { workspaceId: request.workspaceId, runId };
    const settled = waitSeconds > 0 ? await this.awaitSettled(run, until) : undefined;
    return { runId, replayed: true, ...(settled ? { settled } : {}) };
  }

  /**
   * For a run that another process may walk: looks when it is told that the run may have settled, and now and then in
   * case it is not told. A run that was only just queued is not looked at first.
   */
  private async awaitSettled(
    { workspaceId, runId }: Pick<NewRun, 'workspaceId' | 'runId'>,
    until: number,
    isNew = false,
  ): Promise<SettledRun | undefined> {
    const { clock, reader } = this.parts;
    let looked = 0;
    const followed = new FollowedRun(this.parts.runs, runId);
    // Told while it reads, it looks again: listening comes first.
    let told = this.nextHint(runId);
    try {
      if (isNew) {
        const end = await this.hintOrTime(told, Math.min(until - clock.monotonic(), AWAIT_POLL_MS));
        if (end) return end;
      }
      for (;;) {
        told.cancel();
        told = this.nextHint(runId);
        const run = await reader.getRun(workspaceId, runId);
        if (run && (isTerminal(run.status) || run.status === 'awaiting_input')) return run;
        if (run?.waitReason && run.lastSeq > looked && (await followed.needsPerson())) return run;
        looked = run?.lastSeq ?? 0;
        const left = until - clock.monotonic();
        if (left <= 0 || this.parts.isDraining()) return undefined;
        const end = await this.hintOrTime(told, Math.min(left, AWAIT_POLL_MS));
        if (end) return end;
      }
    } finally {
      told.cancel();
    }
  }

  private async hintOrTime(told: Hint, ms: number): Promise<SettledRun | undefined> {
    const time = this.timeUp(ms / 1000);
    const end = await Promise.race([told.promise, time.up]);
    time.cancel();
    return end;
  }

  private nextHint(runId: string): Hint {
    let cancel = () => {};
    const promise = new Promise<SettledRun | undefined>((resolve) => {
      cancel = this.parts.hub.onMaybeSettled(runId, resolve);
    });
    return { promise, cancel };
  }

  private nextSettled(runId: string): { promise: Promise<SettledRun | 'letGo'>; cancel(): void } {
    let cancel = () => {};
    const promise = new Promise<SettledRun | 'letGo'>((resolve, reject) => {
      cancel = this.parts.hub.onSettled(runId, (settled) =>
        settled instanceof Error ? reject(settled) : resolve(settled ?? 'letGo'),
      );
    });
    return { promise, cancel };
  }

  private timeUp(seconds: number): { up: Promise<undefined>; cancel(): void } {
    let cancel = () => {};
    const up = new Promise<undefined>((resolve) => {
      ({ cancel } = this.parts.clock.setTimer(seconds * 1000, () => resolve(undefined)));
    });
    return { up, cancel };
  }
}
