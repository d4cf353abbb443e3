import type { EventType, RunEvent } from './event-envelope';
import { EVENT_TYPES } from './event-envelope';
import { parsePathText, pathText } from './node-run-id';

/*
 * How a flush of events stands in one row of `run_log`: a version mark, then a JSON array of the time of the flush in
 * epoch milliseconds and one entry per event. An entry is [type, ms since the flush time, node id, path, attempt, data]
 * with the type as its number in CODES and trailing defaults left out. A pure node run, which starts and completes at
 * once, is one entry for two events: a log of pure nodes is half as long.
 */

export const CODEC_VERSION = '1';

/** Numbers are stored: append, never renumber. 0 is a pure node run: [0, ms, node, path, output, handle?, sources?]. */
const CODES: readonly EventType[] = [
  'run.queued',
  'run.started',
  'run.awaiting_input',
  'run.resumed',
  'run.cancel_requested',
  'run.completed',
  'run.failed',
  'run.cancelled',
  'node.started',
  'node.completed',
  'node.failed',
  'node.skipped',
  'node.retrying',
  'node.awaiting_input',
  'node.cancelled',
  'node.unknown',
  'node.settled',
  'node.log',
  'loop.iteration_started',
  'loop.iteration_completed',
  'gate.opened',
  'gate.voted',
  'gate.decided',
  'gate.escalated',
  'gate.expired',
  'gate.withdrawn',
  'child.started',
  'child.ended',
  'artifact.created',
];
const CODE_OF = new Map(CODES.map((type, index) => [type, index + 1]));
const PURE = 0;
const ITERATION_STARTED = CODE_OF.get('loop.iteration_started')!;
const ITERATION_COMPLETED = CODE_OF.get('loop.iteration_completed')!;

export { CODES as EVENT_CODES };

/** Builds the text of one flush. `events` counts envelopes, so a pure node run counts two. */
export class EventEncoder {
  events = 0;
  private text = '';
  private base = 0;

  get isEmpty(): boolean {
    return this.events === 0;
  }

  /** Length of the text so far, in UTF-16 code units. */
  get size(): number {
    return this.text.length;
  }

  add(event: RunEvent): void {
    const ms = this.elapsed(event.occurredAt);
    const node = event.nodeId === undefined ? '0' : JSON.stringify(event.nodeId);
    const path = event.iterationPath?.length ? `"${pathText(event.iterationPath)}"` : '0';
    this.text += `,[${CODE_OF.get(event.type)},${ms},${node},${path},${event.attempt ?? 0},${JSON.stringify(event.data)}]`;
    this.events += 1;
  }

  /** A pure node run: `node.started` and `node.completed` of attempt 1 at the same moment. */
  addPure(
    at: number,
    nodeIdJson: string,
    path: string,
    outputJson: string,
    handle: string | undefined,
  ): void {
    const tail = handle === undefined ? '' : `,${JSON.stringify(handle)}`;
    this.text += `,[0,${this.elapsed(at)},${nodeIdJson},${path === '' ? '0' : `"${path}"`},${outputJson}${tail}]`;
    this.events += 2;
  }

  /** `loop.iteration_started`, like `add` without the detour over an object. */
  addIterationStarted(at: number, nodeIdJson: string, path: string, index: number): void {
    this.addLoop(ITERATION_STARTED, at, nodeIdJson, path, `{"index":${index}}`);
  }

  /** `loop.iteration_completed` of an iteration that did not fail. */
  addIterationCompleted(
    at: number,
    nodeIdJson: string,
    path: string,
    index: number,
    resultJson: string,
    stateJson: string | undefined,
  ): void {
    const state = stateJson === undefined ? '' : `,"state":${stateJson}`;
    this.addLoop(
      ITERATION_COMPLETED,
      at,
      nodeIdJson,
      path,
      `{"index":${index},"result":${resultJson}${state}}`,
    );
  }

  private addLoop(code: number, at: number, nodeIdJson: string, path: string, data: string): void {
    const pathJson = path === '' ? '0' : `"${path}"`;
    this.text += `,[${code},${this.elapsed(at)},${nodeIdJson},${pathJson},1,${data}]`;
    this.events += 1;
  }

  /** The text for `run_log.events`; the encoder starts anew. */
  take(): { text: string; events: number } {
    const taken = { text: `${CODEC_VERSION}[${this.base}${this.text}]`, events: this.events };
    this.text = '';
    this.events = 0;
    this.base = 0;
    return taken;
  }

  private elapsed(at: number): number {
    if (this.base === 0) this.base = at;
    return at - this.base;
  }
}

export function encodeEvents(events: readonly RunEvent[]): { text: string; events: number } {
  const encoder = new EventEncoder();
  for (const event of events) encoder.add(event);
  return encoder.take();
}

type Entry = [code: number, ms: number, node: string | 0, path: string | 0, ...rest: unknown[]];

/**
 * Reads one row of `run_log` back, in order: a flush, or several with a line break between them (a store may put the
 * two parts of a commit into one row; JSON holds no raw line break). Throws on a version it does not know.
 */
export function decodeEvents(text: string): RunEvent[] {
  const events: RunEvent[] = [];
  for (const flush of text.split('\n')) decodeFlush(flush, events);
  return events;
}

function decodeFlush(text: string, events: RunEvent[]): void {
  if (!text.startsWith(CODEC_VERSION))
    throw new Error(`Unknown version of the event codec: ${text.slice(0, 1)}`);
  const [base, ...entries] = JSON.parse(text.slice(CODEC_VERSION.length)) as [number, ...Entry[]];
  for (const entry of entries) decodeEntry(base, entry, events);
}

function decodeEntry(base: number, entry: Entry, events: RunEvent[]): void {
  const [code, ms, node, path, ...rest] = entry;
  const place = {
    occurredAt: base + ms,
    ...(node === 0 ? {} : { nodeId: node }),
    ...(path === 0 ? {} : { iterationPath: parsePathText(path) }),
  };
  if (code === PURE) {
    const [output, handle] = rest;
    events.push({ type: 'node.started', ...place, attempt: 1, data: {} } as RunEvent);
    const data = handle === undefined ? { output } : { output, handle };
    events.push({ type: 'node.completed', ...place, attempt: 1, data } as RunEvent);
    return;
  }
  const [attempt, data] = rest;
  const type = CODES[code - 1];
  if (!type) throw new Error(`Unknown event code ${code}`);
  events.push({ type, ...place, ...(attempt ? { attempt } : {}), data } as RunEvent);
}

/** Every event type has a code; checked by a test. */
export function codesMissing(): EventType[] {
  return EVENT_TYPES.filter((type) => !CODE_OF.has(type));
}
