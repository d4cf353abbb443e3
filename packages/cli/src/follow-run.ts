import { type EventEnvelope, isTerminal, type JsonObject } from '@weftwork/schema';
import { type Run, type WeftworkClient, WeftworkError } from '@weftwork/sdk';
import { type Answer, type Answers, noAnswers } from './answers';
import { askGate, askSettlement } from './ask';
import { describeEvent, describeGate, type NodeNames } from './print-event';
import { issueLine } from './report-problem';
import type { Terminal } from './terminal';

export interface FollowOptions {
  readonly client: WeftworkClient;
  readonly terminal: Terminal;
  readonly answers?: Answers;
  /** Events as JSON, one a line; nobody is asked. */
  readonly json: boolean;
  /** Aborted when the person wants to leave. */
  readonly signal: AbortSignal;
}

/** `ended` when the terminal event was seen, `waiting` when the run goes on without us. */
export type FollowOutcome = 'ended' | 'waiting';

/**
 * Prints the events of a run, and of the runs it starts, as they come. Whatever waits for a person is answered from the
 * prepared answers, else asked on the terminal; when neither is possible, it returns and leaves the run waiting.
 */
export async function followRun(runId: string, options: FollowOptions): Promise<FollowOutcome> {
  const leave = new AbortController();
  const signal = AbortSignal.any([options.signal, leave.signal]);
  const followed = { ...options, signal };
  const children: Promise<unknown>[] = [];
  const names = await nodeNames(options.client, runId);
  const patience = createPatience(() => leave.abort());
  let ended = false;
  for await (const event of options.client.events(runId, { signal, onConnection: patience.onConnection })) {
    print(event, names, options);
    ended ||= isLast(event);
    if (event.type === 'child.started') {
      const child = followRun(String(event.data.childRunId), followed);
      // A child that waits for somebody we cannot ask holds its parent up.
      children.push(
        child.then((outcome) => outcome === 'waiting' && leave.abort()).catch(() => leave.abort()),
      );
    }
    if (needsPerson(event) && !(await serve(runId, event, names, followed))) leave.abort();
  }
  patience.stop();
  await Promise.all(children);
  return ended ? 'ended' : 'waiting';
}

/** A service that restarts is back by then. */
const PATIENCE_MS = 30_000;

/** Gives up on a service that stays away. */
function createPatience(giveUp: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    stop,
    onConnection: (connected: boolean) => {
      if (connected) stop();
      else timer ??= setTimeout(giveUp, PATIENCE_MS);
    },
  };
}

function print(event: EventEnvelope, names: NodeNames, { json, terminal }: FollowOptions): void {
  if (json) terminal.out(JSON.stringify(event));
  else {
    // Where a person answers, the question is printed right above the place for the answer, and only there.
    if (event.type === 'gate.opened' && event.data.mode !== 'signal' && terminal.canAsk) return;
    const line = describeEvent(event, names, terminal);
    if (line !== undefined) terminal.out(line);
  }
}

const asksHere = ({ json, terminal }: FollowOptions) => !json && terminal.canAsk;

function isLast(event: EventEnvelope): boolean {
  return event.type.startsWith('run.') && isTerminal(event.type.slice('run.'.length) as 'completed');
}

function needsPerson(event: EventEnvelope): boolean {
  return event.type === 'gate.opened' || event.type === 'node.unknown' || event.type === 'run.awaiting_input';
}

/** One question at a time, also when several runs ask. */
let asking: Promise<unknown> = Promise.resolve();

/** Answers all that can be answered. False when the run waits and nothing of it can be. */
async function serve(
  runId: string,
  event: EventEnvelope,
  names: NodeNames,
  options: FollowOptions,
): Promise<boolean> {
  const mine = asking.then(() => serveNow(runId, event, names, options));
  asking = mine.catch(() => {});
  return mine;
}

async function serveNow(
  runId: string,
  event: EventEnvelope,
  names: NodeNames,
  options: FollowOptions,
): Promise<boolean> {
  if (options.signal.aborted) return false;
  const run = await options.client.getRun(runId);
  let answered = 0;
  let open = run.gates.filter((gate) => gate.status === 'open' && gate.mode === 'signal').length;
  for (const gate of run.gates) {
    if (gate.status !== 'open' || gate.mode === 'signal') continue;
    const { nodeId, stepId, mode } = gate;
    if (asksHere(options)) options.terminal.out(describeGate(gate, names, options.terminal));
    const prepared = () => (options.answers ?? noAnswers).next({ nodeId, kind: mode });
    const outcome = await answerUntilAccepted(run, stepId, mode, prepared, () => askGate(gate), options);
    if (outcome === 'left') return false;
    if (outcome === 'answered') answered += 1;
    else open += 1;
  }
  for (const step of run.nodeRuns) {
    if (step.status !== 'unknown') continue;
    const { nodeId } = step;
    const prepared = () => (options.answers ?? noAnswers).next({ nodeId, kind: 'settlement' });
    const outcome = await answerUntilAccepted(
      run,
      step.id,
      'form',
      prepared,
      () => askSettlement(nodeId),
      options,
    );
    if (outcome === 'left') return false;
    if (outcome === 'answered') answered += 1;
    else open += 1;
  }
  // Only a run that cannot move without somebody is left: one that runs beside an open gate, or was just answered, is
  // followed on.
  return event.type !== 'run.awaiting_input' || answered > 0 || open === 0;
}

async function answerUntilAccepted(
  run: Run,
  stepId: string,
  mode: 'approval' | 'form',
  prepared: () => Answer | undefined,
  ask: () => Promise<Answer | undefined>,
  options: FollowOptions,
): Promise<'answered' | 'open' | 'left'> {
  const { client, terminal } = options;
  let answer = prepared();
  for (;;) {
    if (answer === undefined) {
      if (!asksHere(options)) return 'open';
      answer = await ask();
      if (answer === undefined) return 'left';
    }
    try {
      await give(client, run.id, stepId, mode, answer);
      return 'answered';
    } catch (error) {
      if (!(error instanceof WeftworkError)) throw error;
      // Somebody else, or the deadline, was faster.
      if (error.code === 'GATE_NOT_OPEN' || error.code === 'STEP_NOT_UNKNOWN') return 'answered';
      if (error.code !== 'INVALID_INPUT') throw error;
      terminal.err(error.message);
      for (const detail of error.errors) terminal.err(`  ${issueLine(detail, terminal)}`);
      answer = prepared();
    }
  }
}

function give(
  client: WeftworkClient,
  runId: string,
  stepId: string,
  mode: 'approval' | 'form',
  answer: Answer,
): Promise<unknown> {
  switch (answer.kind) {
    case 'approve':
      return client.approve(runId, stepId, answer.reason);
    case 'reject':
      return mode === 'approval'
        ? client.reject(runId, stepId, answer.reason)
        : client.rejectStep(runId, stepId, answer.reason);
    case 'input':
      return client.answerStep(runId, stepId, answer.data);
    case 'settle':
      return client.settleStep(runId, stepId, {
        outcome: answer.outcome,
        ...(answer.data === undefined ? {} : { data: answer.data }),
      });
  }
}

async function nodeNames(client: WeftworkClient, runId: string): Promise<NodeNames> {
  try {
    const { graph } = await client.getRunVersion(runId);
    const nodes = Array.isArray(graph.nodes) ? (graph.nodes as JsonObject[]) : [];
    return new Map(nodes.map((node) => [String(node.id), String(node.name ?? node.id)]));
  } catch {
    return new Map(); // ids do as well
  }
}
