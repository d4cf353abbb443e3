import { isTerminal } from '@weftwork/schema';
import type { WakeChannel, WakeMessage } from './ports';
import type { RunMessage, SettledRun } from './runtime-api';

/** A larger end is read where somebody waits for it, rather than sent to all; a notification of PostgreSQL holds this. */
const MOST_LETTERS = 2_048;

type Listener = (message: RunMessage) => void;

/**
 * Who listens to which run in this process, and who waits for one to settle. What happens here is told to the other
 * processes as well, and what they tell is passed on to those who listen here.
 */
export class RunHub {
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly waiting = new Map<string, Set<(run: SettledRun | Error | undefined) => void>>();
  private readonly lookers = new Map<string, Set<(end?: SettledRun) => void>>();

  constructor(private readonly others?: Pick<WakeChannel, 'publish'>) {}

  subscribe(runId: string, listener: Listener): () => void {
    return add(this.listeners, runId, listener);
  }

  publish(runId: string, message: RunMessage): void {
    this.tellListeners(runId, message);
    this.others?.publish(runId, message);
  }

  /** Somebody who does not walk the run wrote to it. */
  written(runId: string): void {
    this.tellListeners(runId, { kind: 'events', fromSeq: 0 });
    this.others?.publish(runId, { kind: 'written' });
  }

  /** Whether a message that is not stored would be heard; of other processes that is not known. */
  mayHaveListeners(runId: string): boolean {
    return this.others !== undefined || this.listeners.has(runId);
  }

  /** Told with the run when it settles in this process, or with nothing when it was let go before that. */
  onSettled(runId: string, settle: (run: SettledRun | Error | undefined) => void): () => void {
    return add(this.waiting, runId, settle);
  }

  /** Told that the run may have settled, wherever that was: look, unless its end came along. */
  onMaybeSettled(runId: string, look: (end?: SettledRun) => void): () => void {
    return add(this.lookers, runId, look);
  }

  settle(runId: string, run: SettledRun | Error): void {
    if (!(run instanceof Error)) this.others?.publish(runId, settledMessage(run));
    this.tellLookers(runId);
    this.tellWaiting(runId, run);
  }

  /** The run is walked here no more, and has not settled: whoever waits for that looks for it elsewhere. */
  letGo(runId: string): void {
    this.tellWaiting(runId, undefined);
  }

  /** What another process told. */
  receive(runId: string, message: WakeMessage): void {
    switch (message.kind) {
      case 'events':
      case 'delta':
        this.tellListeners(runId, message);
        break;
      case 'written':
        this.tellListeners(runId, { kind: 'events', fromSeq: 0 });
        break;
      case 'settled':
        this.tellLookers(runId, message.end);
        break;
      default:
        message satisfies never;
    }
  }

  private tellListeners(runId: string, message: RunMessage): void {
    const listeners = this.listeners.get(runId);
    if (listeners) for (const listener of listeners) listener(message);
  }

  private tellWaiting(runId: string, run: SettledRun | Error | undefined): void {
    const waiting = this.waiting.get(runId);
    if (!waiting) return;
    this.waiting.delete(runId);
    for (const settle of waiting) settle(run);
  }

  private tellLookers(runId: string, end?: SettledRun): void {
    const lookers = this.lookers.get(runId);
    if (lookers) for (const look of [...lookers]) look(end);
  }
}

function settledMessage(run: SettledRun): WakeMessage {
  if (!isTerminal(run.status) || run.spilled) return { kind: 'settled' };
  const { status, output, error, warnings, lastSeq } = run;
  const end = { status, warnings, lastSeq, ...(output && { output }), ...(error && { error }) };
  return JSON.stringify(end).length > MOST_LETTERS ? { kind: 'settled' } : { kind: 'settled', end };
}

function add<T>(map: Map<string, Set<T>>, key: string, member: T): () => void {
  let members = map.get(key);
  if (!members) {
    members = new Set();
    map.set(key, members);
  }
  members.add(member);
  return () => {
    members.delete(member);
    if (members.size === 0 && map.get(key) === members) map.delete(key);
  };
}
