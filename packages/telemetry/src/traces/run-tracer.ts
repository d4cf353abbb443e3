import {
  attemptSpanId,
  createdAtOf,
  type LogRow,
  nodeSpanId,
  parentSpanIdOf,
  type RunTraces,
  runSpanId,
  traceIdOf,
  type WalkedRun,
} from '@weftwork/runtime';
import { decodeEvents, pathText, type RunEvent } from '@weftwork/schema';
import type { RunSpan } from './run-span';
import { StartedNodes } from './started-nodes';

/** Runs in flight whose starts are remembered. What was forgotten is read from the log when it is needed. */
const MAX_RUNS = 10_000;

export interface RunTracerParts {
  /** Takes a span that has ended. Must not throw. */
  readonly emit: (span: RunSpan) => void;
  /** Share of the traces that begin here and are kept, from 0 to 1. */
  readonly ratio: number;
  readonly readLog: (runId: string) => Promise<readonly LogRow[]>;
  readonly trouble: (error: unknown) => void;
}

/**
 * Turns committed events into spans: one for the run, below it one for each node run, below that one for each attempt
 * that calls out. A span is sent by the process that commits its end; all ids and times follow from the run and its
 * log, so it does not matter who walked what before.
 */
export class RunTracer implements RunTraces {
  private readonly runs = new Map<string, StartedNodes>();

  constructor(private readonly parts: RunTracerParts) {}

  isSampled(traceId: string): boolean {
    // The tail of an id is random, its head may be a time.
    return Number.parseInt(traceId.slice(-8), 16) < this.parts.ratio * 2 ** 32;
  }

  eventsCommitted(walked: WalkedRun, events: readonly RunEvent[]): void {
    if (!this.isKept(walked)) return;
    const started = this.startedOf(walked.run.runId, events);
    const unseen: RunEvent[] = [];
    for (const event of events) {
      started.note(event);
      if (this.isOfUnseenStart(event, started)) unseen.push(event);
      else this.end(walked, event, started);
    }
    if (unseen.length > 0) void this.endFromLog(walked, unseen);
  }

  isKept({ run, origin }: WalkedRun): boolean {
    const { traceparent } = origin;
    if (traceparent !== undefined) return (Number.parseInt(traceparent.slice(53), 16) & 1) === 1;
    return this.isSampled(traceIdOf(run.runId, origin));
  }

  private startedOf(runId: string, events: readonly RunEvent[]): StartedNodes {
    const known = this.runs.get(runId);
    if (known) return known;
    const started = new StartedNodes(events[0]?.type === 'run.queued');
    this.runs.set(runId, started);
    if (this.runs.size > MAX_RUNS) this.runs.delete(this.runs.keys().next().value!);
    return started;
  }

  private isOfUnseenStart(event: RunEvent, started: StartedNodes): boolean {
    return !started.complete && endsSomething(event) && started.of(event) === undefined;
  }

  /** The node began under another process, or before this one last let the run go. */
  private async endFromLog(walked: WalkedRun, events: readonly RunEvent[]): Promise<void> {
    try {
      const wanted = new Set(events.map(tagOf));
      const seen = new StartedNodes(true);
      for (const row of await this.parts.readLog(walked.run.runId)) {
        for (const event of decodeEvents(row.text)) {
          seen.note(event);
          if (wanted.delete(tagOf(event))) this.end(walked, event, seen);
        }
      }
    } catch (error) {
      this.parts.trouble(error);
    }
  }

  private end(walked: WalkedRun, event: RunEvent, started: StartedNodes): void {
    switch (event.type) {
      case 'run.completed':
      case 'run.cancelled':
        this.endRun(walked, event);
        break;
      case 'run.failed':
        this.endRun(walked, event, event.data.error.code);
        break;
      case 'node.completed':
        this.endNode(walked, event, started, event.data.error?.code);
        break;
      case 'node.failed':
        this.endNode(walked, event, started, event.data.error.code);
        break;
      case 'node.cancelled':
        this.endNode(walked, event, started, 'CANCELLED');
        break;
      case 'node.retrying':
      case 'node.unknown':
        this.endAttempt(walked, event, started, event.data.error.code);
        break;
      default:
        break;
    }
  }

  private endRun({ run, origin, workflowName }: WalkedRun, event: RunEvent, errorCode?: string): void {
    const { runId, workflowId, workspaceId, version, depth } = run;
    this.runs.delete(runId);
    const parentSpanId = parentSpanIdOf(origin);
    this.parts.emit({
      traceId: traceIdOf(runId, origin),
      spanId: runSpanId(runId),
      ...(parentSpanId === undefined ? {} : { parentSpanId }),
      name: `run ${workflowId}`,
      kind: depth === 0 ? 'server' : 'internal',
      startMs: createdAtOf(runId),
      endMs: event.occurredAt,
      ...(errorCode === undefined ? {} : { errorCode }),
      attributes: {
        'weftwork.run.id': runId,
        'weftwork.run.root_id': origin.rootRunId ?? runId,
        'weftwork.run.status': event.type.slice('run.'.length),
        'weftwork.workflow.id': workflowId,
        'weftwork.workflow.name': workflowName,
        'weftwork.workflow.version': String(version),
        'weftwork.workspace.id': workspaceId,
      },
    });
  }

  private endNode(walked: WalkedRun, event: RunEvent, started: StartedNodes, errorCode?: string): void {
    this.endAttempt(walked, event, started, errorCode);
    const began = started.of(event);
    started.end(event);
    const node = walked.nodeOf(event.nodeId!);
    if (!began || !node) return;
    const { runId } = walked.run;
    const path = pathText(event.iterationPath);
    // The body of a loop hangs below the loop.
    const loop = { nodeId: node.parentId ?? '', path: pathText(event.iterationPath?.slice(0, -1)) };
    this.parts.emit({
      traceId: traceIdOf(runId, walked.origin),
      spanId: nodeSpanId(runId, { nodeId: event.nodeId!, path }),
      parentSpanId: node.parentId === undefined ? runSpanId(runId) : nodeSpanId(runId, loop),
      name: `${node.type} ${event.nodeId}`,
      kind: 'internal',
      startMs: began.nodeAt,
      endMs: event.occurredAt,
      ...(errorCode === undefined ? {} : { errorCode }),
      attributes: { ...attributesOf(walked, event), 'weftwork.node.attempts': event.attempt ?? 1 },
    });
  }

  /** Only what calls out has attempts worth a span of their own. */
  private endAttempt(walked: WalkedRun, event: RunEvent, started: StartedNodes, errorCode?: string): void {
    const began = started.of(event);
    const node = walked.nodeOf(event.nodeId!);
    if (!began || !node?.isEffect || began.attemptOver) return;
    began.attemptOver = true;
    const { runId } = walked.run;
    const step = { nodeId: event.nodeId!, path: pathText(event.iterationPath) };
    this.parts.emit({
      traceId: traceIdOf(runId, walked.origin),
      spanId: attemptSpanId(runId, { ...step, attempt: began.attempt }),
      parentSpanId: nodeSpanId(runId, step),
      name: `${node.type} ${event.nodeId} attempt ${began.attempt}`,
      kind: node.type === 'http' || node.type === 'agent' || node.type === 'sql_read' ? 'client' : 'internal',
      startMs: began.attemptAt,
      endMs: event.occurredAt,
      ...(errorCode === undefined ? {} : { errorCode }),
      attributes: { ...attributesOf(walked, event), 'weftwork.node.attempt': began.attempt },
    });
  }
}

function endsSomething({ type }: RunEvent): boolean {
  return (
    type === 'node.completed' ||
    type === 'node.failed' ||
    type === 'node.cancelled' ||
    type === 'node.retrying' ||
    type === 'node.unknown'
  );
}

/** The same event, read back. */
function tagOf({ type, nodeId, iterationPath, attempt }: RunEvent): string {
  return `${type} ${nodeId} ${pathText(iterationPath)} ${attempt}`;
}

function attributesOf({ run, origin, nodeOf }: WalkedRun, event: RunEvent): Record<string, string> {
  const path = pathText(event.iterationPath);
  return {
    'weftwork.run.id': run.runId,
    'weftwork.run.root_id': origin.rootRunId ?? run.runId,
    'weftwork.node.id': event.nodeId!,
    'weftwork.node.type': nodeOf(event.nodeId!)!.type,
    ...(path === '' ? {} : { 'weftwork.node.path': path }),
  };
}
