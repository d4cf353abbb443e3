import { ENGINE_VERSION } from '@weftwork/engine';
import { decodeEvents, type RunEvent } from '@weftwork/schema';
import { GraphRun } from '../graph/graph-run';
import type { PreparedVersion } from '../graph/prepare-version';
import { readRun, writeRun } from '../graph/run-snapshot';
import type { ClaimedRun, LogRow, NewRun, RunCommit } from '../ports';
import type { WalkerHost } from './walker-host';

/** Events since the last snapshot that make a new one worth its bytes: fewer are read again as fast. */
const SNAPSHOT_EVENTS = 256;

/** What a walker knows of its run: the log as far as it has read it, folded. */
export class FoldedRun {
  run: GraphRun;
  /** The number of the last event that is folded or that this walker wrote. */
  seq = 0;
  /** The status the row must have for what is decided here: a cancel that was read changes it. */
  expectStatus: 'running' | 'cancel_requested' = 'running';
  private snapshotSeq = 0;

  constructor(
    private readonly host: Pick<WalkerHost, 'readLog' | 'loadSpilled'>,
    private readonly version: PreparedVersion,
    private readonly newRun: NewRun,
  ) {
    this.run = this.fromTheBeginning();
  }

  /** Folds what a claim brought, on top of the stored state where there is one. */
  async restore({ snapshot, log, status }: ClaimedRun): Promise<void> {
    const { runId, input } = this.newRun;
    const run = snapshot && readRun(this.version, runId, input, snapshot);
    if (snapshot && run) {
      this.run = run;
      this.seq = snapshot.seq;
      this.snapshotSeq = snapshot.seq;
    }
    await this.fold(snapshot && !run ? await this.host.readLog(runId, 0) : log);
    if (status === 'cancel_requested') this.expectStatus = 'cancel_requested';
  }

  /** The state as it will be after so many more events, for the next claim; undefined while reading the log is as fast. */
  snapshot(events: number): RunCommit['snapshot'] {
    if (this.seq + events - this.snapshotSeq < SNAPSHOT_EVENTS) return undefined;
    const text = writeRun(this.run);
    return text === undefined ? undefined : { engineVersion: ENGINE_VERSION, text };
  }

  /** Rows that others wrote since. Not folded yet. */
  readNew(): Promise<readonly LogRow[]> {
    return this.host.readLog(this.newRun.runId, this.seq);
  }

  /** Facts of others that were numbered between what this walker knew and what it wrote. */
  async foldBetween(after: number, before: number): Promise<void> {
    const rows = await this.host.readLog(this.newRun.runId, after);
    await this.fold(rows.filter((row) => row.lastSeq < before));
  }

  async fold(rows: readonly LogRow[]): Promise<void> {
    for (const row of rows) {
      for (const event of decodeEvents(row.text)) this.foldEvent(event);
      this.seq = Math.max(this.seq, row.lastSeq);
    }
    await this.loadMissing();
  }

  /** Throws the state away and reads the run anew; `kept` are facts that are not in the log yet. */
  async readAnew(kept: readonly RunEvent[]): Promise<void> {
    this.run = this.fromTheBeginning();
    this.seq = 0;
    await this.fold(await this.host.readLog(this.newRun.runId, 0));
    for (const event of kept) this.run.fold(event);
  }

  private fromTheBeginning(): GraphRun {
    return new GraphRun(this.version, this.newRun.runId, this.newRun.input);
  }

  private foldEvent(event: RunEvent): void {
    if (event.type === 'run.cancel_requested') this.expectStatus = 'cancel_requested';
    this.run.fold(event);
  }

  private async loadMissing(): Promise<void> {
    const { missing } = this.run;
    while (missing.length > 0) {
      const value = missing.pop()!;
      value.data[value.key] = await this.host.loadSpilled(this.newRun.workspaceId, value.artifactId);
    }
  }
}

export function tellsOfCancel(row: LogRow): boolean {
  return decodeEvents(row.text).some((event) => event.type === 'run.cancel_requested');
}
