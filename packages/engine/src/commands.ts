import { nodeRunId, type RunError } from '@weftwork/schema';
import type { PlanNode } from './plan';
import type { ActiveRun, LoopRun, Scope } from './state';

/*
 * What the shell is told to do. Each command is answered by an event that `evolve` folds, which takes the command off
 * the agenda; deciding again before that gives the same command with the same key.
 */

interface NodeCommand {
  readonly scope: Scope;
  readonly node: PlanNode;
}

export type Command =
  /** Evaluate in place; answered by `node.completed` (or `node.failed`). */
  | ({ readonly kind: 'evaluateNode' } & NodeCommand)
  /** Make an attempt; answered by `node.started`, later by the event that ends the attempt. */
  | ({ readonly kind: 'executeNode'; readonly attempt: number } & NodeCommand)
  | ({ readonly kind: 'openGate'; readonly attempt: number } & NodeCommand)
  | ({ readonly kind: 'startChild'; readonly attempt: number } & NodeCommand)
  /** Evaluate how often; answered by `node.started` with the count. */
  | ({ readonly kind: 'enterLoop' } & NodeCommand)
  /** Ask `while`; answered by `loop.iteration_started`, or by the event that ends the loop. */
  | { readonly kind: 'testLoop'; readonly loop: LoopRun; readonly index: number; readonly atLimit: boolean }
  | { readonly kind: 'startIteration'; readonly loop: LoopRun; readonly index: number }
  /** Collect; answered by `loop.iteration_completed`. With `error` the iteration failed. */
  | {
      readonly kind: 'completeIteration';
      readonly loop: LoopRun;
      readonly scope: Scope;
      readonly error?: RunError;
    }
  | { readonly kind: 'completeLoop'; readonly loop: LoopRun }
  | { readonly kind: 'failLoop'; readonly loop: LoopRun; readonly error: RunError }
  | ({ readonly kind: 'skipNode'; readonly reason: string } & NodeCommand)
  /** A gate was decided, a child ended or an unknown outcome was settled; `run.fact` says how. */
  | { readonly kind: 'finishGate'; readonly run: ActiveRun }
  | { readonly kind: 'finishChild'; readonly run: ActiveRun }
  | { readonly kind: 'applySettlement'; readonly run: ActiveRun }
  // winding down
  | { readonly kind: 'abortNode'; readonly run: ActiveRun }
  | { readonly kind: 'withdrawGate'; readonly run: ActiveRun }
  | { readonly kind: 'cancelChild'; readonly run: ActiveRun }
  | { readonly kind: 'cancelNode'; readonly run: ActiveRun }
  // the end
  | { readonly kind: 'stopRun'; readonly error: RunError }
  | { readonly kind: 'completeRun' }
  | { readonly kind: 'failRun'; readonly error: RunError }
  | { readonly kind: 'cancelRun' };

/** The same for the same decision, however often it is made; unique within a run. */
export function commandKey(command: Command): string {
  switch (command.kind) {
    case 'evaluateNode':
    case 'enterLoop':
    case 'skipNode':
      return `${command.kind}:${nodeRunId(command.node.id, command.scope.path, 1)}`;
    case 'executeNode':
    case 'openGate':
    case 'startChild':
      return `${command.kind}:${nodeRunId(command.node.id, command.scope.path, command.attempt)}`;
    case 'testLoop':
    case 'startIteration':
      return `${command.kind}:${runKey(command.loop.run)}:${command.index}`;
    case 'completeIteration':
      return `${command.kind}:${runKey(command.loop.run)}:${command.scope.index}`;
    case 'completeLoop':
    case 'failLoop':
      return `${command.kind}:${runKey(command.loop.run)}`;
    case 'finishGate':
    case 'finishChild':
    case 'applySettlement':
    case 'abortNode':
    case 'withdrawGate':
    case 'cancelChild':
    case 'cancelNode':
      return `${command.kind}:${runKey(command.run)}`;
    case 'stopRun':
    case 'completeRun':
    case 'failRun':
    case 'cancelRun':
      return command.kind;
  }
}

function runKey(run: ActiveRun): string {
  return nodeRunId(run.node.id, run.scope.path, run.attempt);
}
