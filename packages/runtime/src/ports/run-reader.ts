import type {
  JsonObject,
  JsonValue,
  RunError,
  RunStatus,
  RunWarning,
  Settings,
  Spilled,
  WaitReason,
} from '@weftwork/schema';
import type { ChildLink, KeyHolder, LogRow } from './run-store';
import type { SignalFilter, SignalRecord } from './signals';

/** A run row as the API shows it. Times are RFC 3339. */
export interface RunRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly versionId: string;
  readonly version: number | 'draft';
  readonly graphHash: string;
  readonly status: RunStatus;
  readonly waitReason?: WaitReason;
  readonly input: JsonObject;
  readonly output?: JsonObject;
  /** Values of the output that stand in artifacts. */
  readonly spilled?: Spilled;
  readonly error?: RunError;
  readonly warnings: readonly RunWarning[];
  readonly settings: Settings;
  readonly lastSeq: number;
  readonly depth: number;
  readonly parent?: ChildLink;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly endedAt?: string;
}

/**
 * The wait reason as people see it. A row keeps the reason for which it waited until it is claimed; one that was answered
 * meanwhile is running and waits for nobody.
 */
export function shownWait(
  status: RunStatus,
  waitReason: WaitReason | undefined,
): { readonly waitReason?: WaitReason } {
  const isOfRunning = waitReason === 'child' || waitReason === 'timer';
  return waitReason !== undefined && isOfRunning === (status === 'running') ? { waitReason } : {};
}

export interface GateRecord {
  readonly runId: string;
  readonly stepId: string;
  readonly nodeId: string;
  readonly path: string;
  readonly attempt: number;
  readonly mode: 'approval' | 'form' | 'signal';
  readonly status: 'open' | 'decided' | 'expired' | 'withdrawn';
  readonly message: JsonValue;
  readonly schema?: JsonObject;
  readonly deadlineAt?: string;
  readonly openedAt: string;
  /** Of mode `signal`: what it waits for. */
  readonly signal?: { readonly name: string; readonly key: string };
}

export interface ArtifactRecord {
  readonly artifactId: string;
  readonly runId: string;
  readonly workspaceId: string;
  readonly nodeId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly createdAt: string;
}

export interface RunFilter {
  readonly status?: readonly RunStatus[];
  readonly workflowId?: string;
  readonly parentRunId?: string;
  /** Created at or after, and before; RFC 3339. */
  readonly since?: string;
  readonly until?: string;
  /** A part of the id, of the workflow's name, of the error or of the input as JSON text; case does not matter. */
  readonly search?: string;
}

/** How many runs of a workflow have not ended. A workflow without any is left out of lists. */
export interface OpenRunCount {
  readonly workflowId: string;
  /** They hold a slot where a limit applies: at work, or in a backoff. */
  readonly running: number;
  /** They have not begun. */
  readonly queued: number;
  /** For somebody, a signal or a child. */
  readonly waiting: number;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads for people; every one is scoped by workspace and answers undefined for what is not there or not theirs. */
export interface RunReader {
  getRun(workspaceId: string, runId: string): Promise<RunRecord | undefined>;
  /** Undefined for a key that started no run, or one that is forgotten. */
  getKeyHolder(workspaceId: string, key: string): Promise<KeyHolder | undefined>;
  /** The run row and its whole log from one snapshot, so that `lastSeq` fits the log. */
  getRunWithLog(
    workspaceId: string,
    runId: string,
  ): Promise<{ run: RunRecord; log: readonly LogRow[] } | undefined>;
  /** Newest first. */
  listRuns(
    workspaceId: string,
    filter: RunFilter,
    page: { cursor?: string; limit: number },
  ): Promise<Page<RunRecord>>;
  countOpenRuns(workspaceId: string): Promise<readonly OpenRunCount[]>;
  /** Oldest first; `after` is the last gate of the page before. */
  listGates(
    workspaceId: string,
    filter: { runId?: string; stepId?: string; status?: 'open' },
    limit: number,
    after?: { readonly runId: string; readonly stepId: string },
  ): Promise<readonly GateRecord[]>;
  /** Newest first. */
  listSignals(
    workspaceId: string,
    filter: SignalFilter,
    page: { cursor?: string; limit: number },
  ): Promise<Page<SignalRecord>>;
  listArtifacts(workspaceId: string, runId: string): Promise<readonly ArtifactRecord[]>;
  getArtifact(workspaceId: string, artifactId: string): Promise<ArtifactRecord | undefined>;
}
