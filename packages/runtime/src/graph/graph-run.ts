import {
  type ActiveRun,
  begin,
  createState,
  evolve,
  evolveIterationCompleted,
  evolveIterationStarted,
  findScope,
  type LoopRun,
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
import type { RunOrigin, StepKey } from '../ports';
import { loopValuesOf, openLoopValues } from './loop-values';
import type { PreparedNode, PreparedVersion } from './prepare-version';
import { type CommonView, errorData, ScopeValues, valuesOf } from './run-values';

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
  private readonly seen: CommonView;
  readonly warnings: RunWarning[] = [];
  readonly missing: MissingValue[] = [];
  /** What the log says of the run itself. */
  phase: 'queued' | 'running' | 'waiting' | 'ended' = 'queued';
  origin: RunOrigin = {};

  constructor(
    readonly version: PreparedVersion,
    readonly runId: string,
    readonly inputs: JsonObject,
    /** Gives a state that was written down, with this run's values attached; absent for a run from its beginning. */
    restore?: (run: GraphRun) => RunState,
  ) {
    this.seen = { plan: version.plan, inputs, runId };
    if (restore) {
      this.state = restore(this);
      return;
    }
    this.state = createState(version.plan, version.settings);
    this.attachScope(this.state.root);
    begin(this.state);
  }

  /** Gives a scope the values its expressions see. */
  attachScope(scope: Scope): ScopeValues {
    const values = scope.loop ? this.iterationValues(scope, scope.loop) : ScopeValues.top(this.seen);
    scope.attached = values;
    return values;
  }

  /** Remembers that values of a node live in artifacts and must be read before expressions may see them. */
  noteSpilled(
    values: ScopeValues,
    slot: number,
    spilled: Readonly<Record<string, { artifactId: string }>>,
  ): void {
    const data = values.data[slot];
    if (!isJsonObject(data)) return;
    values.noteSpilled(slot, spilled);
    this.expect(data, spilled);
  }

  /** Values that must be read from their artifacts into `data`. */
  private expect(
    data: JsonObject | undefined,
    spilled: Readonly<Record<string, { artifactId: string }>>,
  ): void {
    if (data === undefined) return;
    for (const [key, { artifactId }] of Object.entries(spilled)) this.missing.push({ data, key, artifactId });
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

  /** What `loop.iteration_started` folds to, without the event. */
  iterationStarted(loop: LoopRun, index: number): void {
    evolveIterationStarted(this.state, loop, index);
    const iteration = loop.iterations.get(index);
    if (iteration) this.attachScope(iteration);
  }

  /** What `loop.iteration_completed` folds to for an iteration that did not fail, without the event. */
  iterationCompleted(loop: LoopRun, index: number, result: JsonValue, state: JsonValue | undefined): void {
    const values = loopValuesOf(loop);
    values.results.set(index, result);
    if (state !== undefined) values.state = state;
    evolveIterationCompleted(this.state, loop, index);
  }

  private foldPhase(event: RunEvent): void {
    switch (event.type) {
      case 'run.queued':
        this.origin = event.data;
        break;
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
        if (event.data.spilled) this.noteSpilled(values, node.slot, event.data.spilled);
        if (event.data.warnings) this.warnings.push(...event.data.warnings);
        if (event.data.error) this.warn(event.data.error, node.id);
        break;
      case 'node.failed':
        if (event.data.handle) values.data[node.slot] = errorData(event.data.error, event.data.attempts);
        break;
      case 'child.ended':
        this.expect(event.data.output, event.data.spilled ?? {});
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
    const iteration = scope.runs[node.slot]?.loop?.iterations.get(index);
    if (iteration && iteration.attached === undefined) this.attachScope(iteration);
  }

  private iterationValues({ index }: Scope, loop: LoopRun): ScopeValues {
    const values = loopValuesOf(loop);
    // What the iteration began with: a later nextState is for the next one.
    const { state } = values;
    let view: JsonObject | undefined;
    return valuesOf(loop.run.scope).iterationOf(loop.node, loop.node.body, () => {
      view ??= { item: values.items()[index] ?? null, index, state };
      return view;
    });
  }

  private warn(error: RunError, nodeId: string): void {
    this.warnings.push({ code: error.code, message: error.message, nodeId: error.nodeId ?? nodeId });
  }

  /** The node run that has started and not ended under this key. */
  findActive(step: StepKey): ActiveRun | undefined {
    const node = this.version.plan.byId.get(step.nodeId);
    const scope = node && findScope(this.state, node, parsePathText(step.path));
    const run = node && scope?.runs[node.slot];
    return run && run.attempt === step.attempt ? run : undefined;
  }
}
