import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { RunEvent, WorkflowGraph } from '@weftwork/schema';
import {
  type ActiveRun,
  begin,
  type Command,
  commandKey,
  compile,
  createState,
  decide,
  evolve,
  type RunState,
  retryDue,
  stopRun,
} from '..';

/** How node runs end in a drive, by node id or by `id[path]`; what is not named completes on `default`. */
export interface Script {
  /** The handle to take; `!` fails, `!error` takes the error branch. */
  readonly [step: string]: string | readonly string[];
}

export interface Drive {
  readonly state: RunState;
  readonly log: readonly RunEvent[];
  /** Every command given, by its key, in order. */
  readonly commands: readonly string[];
  readonly ended: 'completed' | 'failed' | 'cancelled' | 'waiting';
}

/**
 * Runs a graph on the engine alone: answers every command with the events the script asks for. Attempts in flight
 * end in the order that `pick` chooses, so that a test can try every order of parallel completions.
 */
export function drive(
  graph: WorkflowGraph,
  script: Script = {},
  options: {
    pick?: (open: number) => number;
    while?: number;
    onCommand?: (command: Command) => RunEvent[] | undefined;
  } = {},
): Drive {
  const plan = compile(graph, nodeDefinitions);
  const state = begin(createState(plan, graph.settings));
  const log: RunEvent[] = [];
  const commands: string[] = [];
  const inFlight: Command[] = [];
  const pick = options.pick ?? (() => 0);
  const used = new Map<string, number>();

  function tell(event: Omit<RunEvent, 'occurredAt'>): void {
    const full = { ...event, occurredAt: log.length } as RunEvent;
    log.push(full);
    evolve(state, full);
  }

  function outcome(nodeId: string, path: readonly number[]): string {
    const exact = `${nodeId}[${path.join('.')}]`;
    const wanted = script[exact] ?? script[nodeId] ?? 'default';
    if (typeof wanted === 'string') return wanted;
    const nth = used.get(exact) ?? 0;
    used.set(exact, nth + 1);
    return wanted[Math.min(nth, wanted.length - 1)]!;
  }

  function finish(nodeId: string, path: readonly number[], attempt: number): void {
    const place = { nodeId, ...(path.length ? { iterationPath: path } : {}), attempt };
    const handle = outcome(nodeId, path);
    const error = { code: 'CODE_FAILED', message: 'scripted', nodeId };
    if (handle === '!retry') {
      const data = { error, retryAt: new Date(0).toISOString(), nextAttempt: attempt + 1 };
      tell({ type: 'node.retrying', ...place, data } as RunEvent);
      const run = [...state.active].find(
        (active) => active.node.id === nodeId && active.status === 'retrying',
      );
      if (run) retryDue(state, run);
    } else if (handle.startsWith('!')) {
      const data = { error, attempts: attempt, ...(handle === '!error' ? { handle: 'error' } : {}) };
      tell({ type: 'node.failed', ...place, data } as RunEvent);
    } else {
      tell({
        type: 'node.completed',
        ...place,
        data: { output: {}, ...(handle === 'default' ? {} : { handle }) },
      } as RunEvent);
    }
  }

  function answer(command: Command): boolean {
    switch (command.kind) {
      case 'evaluateNode':
        tell({
          type: 'node.started',
          nodeId: command.node.id,
          iterationPath: command.scope.path,
          attempt: 1,
          data: {},
        });
        finish(command.node.id, command.scope.path, 1);
        return true;
      case 'executeNode':
      case 'openGate':
      case 'startChild': {
        const { node, scope, attempt } = command;
        tell({ type: 'node.started', nodeId: node.id, iterationPath: scope.path, attempt, data: {} });
        inFlight.push(command);
        return true;
      }
      case 'skipNode':
        tell({
          type: 'node.skipped',
          nodeId: command.node.id,
          iterationPath: command.scope.path,
          data: { reason: command.reason },
        });
        return true;
      case 'enterLoop': {
        const { over } = command.node.loop!;
        const count = over === 'while' ? null : Number(command.node.node.config.count ?? 0);
        tell({
          type: 'node.started',
          nodeId: command.node.id,
          iterationPath: command.scope.path,
          attempt: 1,
          data: { count },
        });
        return true;
      }
      case 'testLoop':
        if (command.index < (options.while ?? 0) && !command.atLimit)
          iteration(command.loop.run, command.index, 'started');
        else completeLoop(command.loop.run);
        return true;
      case 'startIteration':
        iteration(command.loop.run, command.index, 'started');
        return true;
      case 'completeIteration': {
        const { run } = command.loop;
        const data = {
          index: command.scope.index,
          ...(command.error ? { error: command.error } : { result: null }),
        };
        tell({
          type: 'loop.iteration_completed',
          nodeId: run.node.id,
          iterationPath: run.scope.path,
          attempt: 1,
          data,
        } as RunEvent);
        return true;
      }
      case 'completeLoop':
        completeLoop(command.loop.run);
        return true;
      case 'failLoop': {
        const { run } = command.loop;
        const branch = run.node.onError === 'branch' ? { handle: 'error' } : {};
        const data = { error: command.error, attempts: 1, ...branch };
        tell({
          type: 'node.failed',
          nodeId: run.node.id,
          iterationPath: run.scope.path,
          attempt: 1,
          data,
        } as RunEvent);
        return true;
      }
      case 'abortNode':
      case 'cancelNode':
      case 'withdrawGate':
      case 'cancelChild': {
        const { run } = command;
        const at = inFlight.findIndex(
          (open) => 'scope' in open && 'node' in open && open.scope === run.scope && open.node === run.node,
        );
        if (at >= 0) inFlight.splice(at, 1);
        tell({
          type: 'node.cancelled',
          nodeId: run.node.id,
          iterationPath: run.scope.path,
          attempt: run.attempt,
          data: {},
        });
        return true;
      }
      case 'stopRun':
        stopRun(state, command.error);
        return true;
      default:
        throw new Error(`The drive has no answer to ${command.kind}`);
    }
  }

  function iteration(run: ActiveRun, index: number, what: 'started'): void {
    tell({
      type: `loop.iteration_${what}`,
      nodeId: run.node.id,
      iterationPath: run.scope.path,
      attempt: 1,
      data: { index },
    } as RunEvent);
  }

  function completeLoop(run: { node: { id: string }; scope: { path: readonly number[] } }): void {
    tell({
      type: 'node.completed',
      nodeId: run.node.id,
      iterationPath: run.scope.path,
      attempt: 1,
      data: { output: {} },
    } as RunEvent);
  }

  for (let turn = 0; turn < 100_000; turn += 1) {
    const next = decide(state)[0];
    if (next) {
      commands.push(commandKey(next));
      const extra = options.onCommand?.(next);
      if (next.kind === 'completeRun') return { state, log, commands, ended: 'completed' };
      if (next.kind === 'failRun') return { state, log, commands, ended: 'failed' };
      if (next.kind === 'cancelRun') return { state, log, commands, ended: 'cancelled' };
      answer(next);
      for (const event of extra ?? []) tell(event);
      continue;
    }
    if (inFlight.length === 0) return { state, log, commands, ended: 'waiting' };
    const [ended] = inFlight.splice(pick(inFlight.length), 1);
    if (ended?.kind === 'executeNode' || ended?.kind === 'openGate' || ended?.kind === 'startChild') {
      finish(ended.node.id, ended.scope.path, ended.attempt);
    }
  }
  throw new Error('The drive did not end');
}

/** How each node run ended, sorted: what must not depend on the order of parallel completions. */
export function endingsOf({ log }: Drive): string[] {
  return log
    .filter((event) => /^node\.(completed|failed|skipped|cancelled)$/.test(event.type))
    .map(
      (event) =>
        `${event.nodeId}${event.iterationPath?.length ? `[${event.iterationPath.join('.')}]` : ''} ${event.type.slice(5)}`,
    )
    .sort();
}
