import {
  type ActiveRun,
  begin,
  createState,
  evolve,
  findScope,
  type PlanNode,
  type RunState,
  type Scope,
} from '@weftwork/engine';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parsePathText,
  type RunError,
  type RunEvent,
  type RunWarning,
} from '@weftwork/schema';
import type { StepKey } from '../ports';
import { loopValuesOf, openLoopValues } from './loop-values';
import type { PreparedNode, PreparedVersion } from './prepare-version';
import { errorData, ScopeValues, valuesOf } from './run-values';

/** A spilled value that must be read before expressions may see it. */
export interface MissingValue {
  readonly data: JsonObject;
  readonly key: string;
  readonly artifactId: string;
}

/**
 * A run of a graph as its walker holds it: the engine's state and the values beside it, both folds of the log.
 * `fold` is the one way in, for events read back and for those just recorded.
 */
export class GraphRun {
  readonly state: RunState;
  readonly warnings: RunWarning[] = [];
  readonly missing: MissingValue[] = [];
  /** What the log says of the run itself. */
  phase: 'queued' | 'running' | 'waiting' | 'ended' = 'queued';

  constructor(
    readonly version: PreparedVersion,
    readonly runId: string,
    readonly inputs: JsonObject,
  ) {
    this.state = createState(version.plan, version.settings);
    const run = { plan: version.plan, inputs, runId };
    this.state.root.attached = new ScopeValues(run, version.plan.root, undefined, undefined, undefined);
    begin(this.state);
  }

  prepared(node: PlanNode): PreparedNode {
    return this.version.nodes[node.index]!;
  }

  fold(event: RunEvent): void {
    this.foldPhase(event);
    const node = event.nodeId === undefined ? undefined : this.version.plan.byId.get(event.nodeId);
    const scope = node && findScope(this.state, node, event.iterationPath);
    if (!node || !scope) {
      evolve(this.state, event);
      return;
    }
    this.keepValues(event, node, scope);
    evolve(this.state, event);
    if (event.type === 'node.started' && node.loop) {
      const loop = scope.runs[node.slot]?.loop;
      if (loop && loop.attached === undefined) {
        loop.attached = openLoopValues(
          this.prepared(node).loop!,
          valuesOf(scope),
          event.data.limited ?? false,
        );
      }
    } else if (event.type === 'loop.iteration_started') {
      this.attachIteration(scope, node, event.data.index);
    }
  }

  private foldPhase(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
      case 'run.resumed':
        this.phase = 'running';
        break;
      case 'run.awaiting_input':
        this.phase = 'waiting';
        break;
      case 'run.completed':
      case 'run.failed':
      case 'run.cancelled':
        this.phase = 'ended';
        break;
      default:
        break;
    }
  }

  private keepValues(event: RunEvent, node: PlanNode, scope: Scope): void {
    const values = valuesOf(scope);
    switch (event.type) {
      case 'node.completed':
        values.data[node.slot] = event.data.output;
        this.noteMissing(event.data.output, event.data.spilled);
        if (event.data.warnings) this.warnings.push(...event.data.warnings);
        if (event.data.error) this.warn(event.data.error, node.id);
        break;
      case 'node.failed':
        if (event.data.handle) values.data[node.slot] = errorData(event.data.error, event.data.attempts);
        break;
      case 'node.skipped':
        values.data[node.slot] = null;
        break;
      case 'loop.iteration_completed':
        this.keepIteration(scope, node, event.data);
        break;
      default:
        break;
    }
  }

  private keepIteration(
    scope: Scope,
    node: PlanNode,
    data: {
      index: number;
      result?: JsonValue | undefined;
      state?: JsonValue | undefined;
      error?: RunError | undefined;
    },
  ): void {
    const loop = scope.runs[node.slot]?.loop;
    if (!loop?.iterations.has(data.index)) return;
    const values = loopValuesOf(loop);
    if (data.error) {
      if (node.loop!.onItemError === 'fail') return;
      values.errors.push({ index: data.index, code: data.error.code, message: data.error.message });
      if (node.loop!.onItemError === 'continue') values.results.set(data.index, null);
      this.warn(data.error, node.id);
      return;
    }
    values.results.set(data.index, data.result ?? null);
    if (data.state !== undefined) values.state = data.state;
  }

  private attachIteration(scope: Scope, node: PlanNode, index: number): void {
    const loop = scope.runs[node.slot]?.loop;
    const iteration = loop?.iterations.get(index);
    if (!loop || !iteration || iteration.attached !== undefined) return;
    const values = loopValuesOf(loop);
    const state = values.state;
    let view: JsonObject | undefined;
    iteration.attached = valuesOf(scope).iterationOf(node, node.body, () => {
      view ??= { item: values.items()[index] ?? null, index, state };
      return view;
    });
  }

  private warn(error: RunError, nodeId: string): void {
    this.warnings.push({ code: error.code, message: error.message, nodeId: error.nodeId ?? nodeId });
  }

  private noteMissing(output: JsonValue, spilled: Record<string, { artifactId: string }> | undefined): void {
    if (spilled === undefined || !isJsonObject(output)) return;
    for (const [key, { artifactId }] of Object.entries(spilled))
      this.missing.push({ data: output, key, artifactId });
  }

  /** The node run that has started and not ended under this key. */
  findActive(step: StepKey): ActiveRun | undefined {
    const node = this.version.plan.byId.get(step.nodeId);
    const scope = node && findScope(this.state, node, parsePathText(step.path));
    const run = node && scope?.runs[node.slot];
    return run && run.attempt === step.attempt ? run : undefined;
  }
}
