import { evolvePure, type LoopRun, liveSources, type PlanNode, type Scope } from '@weftwork/engine';
import type { EventPayload, EventType, JsonValue, RunEvent, RunWarning } from '@weftwork/schema';
import type { Clock, StepKey } from '../ports';
import type { Journal } from '../walker/journal';
import type { GraphRun } from './graph-run';
import { valuesOf } from './run-values';
import { SPILL_LIMIT, type SpilledValue, spill } from './spill';
import type { WrittenValue } from './written-value';

/** Whether an event stands whatever the run has become, or only where the run is still as the walker believes. */
export type Standing = 'fact' | 'admit';

/** A place an event can stand in. */
export interface Place {
  readonly scope: Scope;
  readonly node: PlanNode;
  readonly attempt: number;
}

export function stepOf(place: Place): StepKey {
  return { nodeId: place.node.id, path: place.scope.pathText, attempt: place.attempt };
}

/** Writes events of a graph run into the journal and folds them at once. */
export class Recorder {
  constructor(
    readonly run: GraphRun,
    readonly journal: Journal,
    readonly clock: Clock,
  ) {}

  /** An event of the run itself. */
  admitRun<T extends EventType>(type: T, data: EventPayload<T>): void {
    this.admit({ type, occurredAt: this.clock.now(), data } as RunEvent);
  }

  admitNode<T extends EventType>(place: Place, type: T, data: EventPayload<T>): void {
    this.admit(this.nodeEvent(place, type, data));
  }

  /** What happened outside and stands whatever the run has become. */
  factNode<T extends EventType>(place: Place, type: T, data: EventPayload<T>): void {
    const event = this.nodeEvent(place, type, data);
    this.journal.addFact(event);
    this.run.fold(event);
  }

  /** What happened outside, on a start that may not be durable yet: then it stands only with that start. */
  writeNode<T extends EventType>(as: Standing, place: Place, type: T, data: EventPayload<T>): void {
    if (as === 'fact') this.factNode(place, type, data);
    else this.admitNode(place, type, data);
  }

  private admit(event: RunEvent): void {
    this.journal.admitted.add(event);
    this.run.fold(event);
  }

  private nodeEvent<T extends EventType>(place: Place, type: T, data: EventPayload<T>): RunEvent {
    const { path } = place.scope;
    return {
      type,
      occurredAt: this.clock.now(),
      nodeId: place.node.id,
      ...(path.length === 0 ? {} : { iterationPath: path }),
      attempt: place.attempt,
      data,
    } as RunEvent;
  }

  /** The row that lets people find an effect whose outcome nobody knows; what may be replayed needs none. */
  intend(place: Place): void {
    const { effectClass } = this.run.prepared(place.node);
    if (effectClass && effectClass !== 'replayable') {
      this.journal.intents.push({ ...stepOf(place), effectClass });
    }
  }

  /** The effect was answered, or is not waited for any more. */
  respond(place: Place): void {
    if (this.run.prepared(place.node).effectClass !== 'replayable')
      this.journal.responses.push(stepOf(place));
  }

  /** A node run that starts and completes at once; `text` is its data as JSON. The hot path: a hundred may make a run. */
  pure(
    scope: Scope,
    node: PlanNode,
    data: JsonValue,
    text: string,
    handle: string | undefined,
    warnings?: readonly RunWarning[],
  ): void {
    if (text.length > SPILL_LIMIT || node.join === 'any' || warnings?.length) {
      this.pureInFull(scope, node, { value: data, text }, handle, warnings);
      return;
    }
    valuesOf(scope).data[node.slot] = data;
    this.journal.admitted.addPure(
      this.clock.now(),
      this.run.prepared(node).idJson,
      scope.pathText,
      text,
      handle,
    );
    evolvePure(this.run.state, scope, node, handle ?? 'default');
  }

  iterationStarted(loop: LoopRun, index: number): void {
    const { idJson } = this.run.prepared(loop.node);
    this.journal.admitted.addIterationStarted(this.clock.now(), idJson, loop.run.scope.pathText, index);
    this.run.iterationStarted(loop, index);
  }

  /** An iteration that did not fail. */
  iterationCompleted(
    loop: LoopRun,
    index: number,
    result: WrittenValue,
    state: WrittenValue | undefined,
  ): void {
    this.journal.admitted.addIterationCompleted(
      this.clock.now(),
      this.run.prepared(loop.node).idJson,
      loop.run.scope.pathText,
      index,
      result.text,
      state?.text,
    );
    this.run.iterationCompleted(loop, index, result.value, state?.value);
  }

  private pureInFull(
    scope: Scope,
    node: PlanNode,
    { value, text }: WrittenValue,
    handle: string | undefined,
    warnings: readonly RunWarning[] | undefined,
  ): void {
    const place = { scope, node, attempt: 1 };
    const sources =
      node.join === 'any' ? { sources: liveSources(scope, node).map((source) => source.id) } : {};
    this.admitNode(place, 'node.started', sources);
    const rest = {
      ...(handle === undefined ? {} : { handle }),
      ...sources,
      ...(warnings?.length ? { warnings: [...warnings] } : {}),
    };
    this.completed(place, 'admit', value, rest, text);
  }

  /** `node.completed`, with large values spilled; the values in memory stay whole. */
  completed(
    place: Place,
    as: Standing,
    data: JsonValue,
    rest: Omit<EventPayload<'node.completed'>, 'output' | 'spilled'>,
    text = JSON.stringify(data),
  ): void {
    const spilled = spill(data, text);
    const payload = spilled
      ? { output: spilled.output, spilled: spilled.spilled, ...rest }
      : { output: data, ...rest };
    const { scope, node } = place;
    const missing = this.run.missing.length;
    this.writeNode(as, place, 'node.completed', payload);
    if (!spilled) return;
    // Nothing is missing here: the whole value is at hand.
    this.run.missing.length = missing;
    valuesOf(scope).data[node.slot] = data;
    this.keep(as, place, spilled.values);
  }

  /** Large values become artifacts of the node run they come from, which stand where the event does that names them. */
  keep(as: Standing, place: Place, values: readonly SpilledValue[]): void {
    this.journal.spilled.push(...values);
    for (const { artifactId, key, sha256, bytes } of values) {
      this.journal.artifacts[as].push({
        ...stepOf(place),
        artifactId,
        name: `${place.node.id}.${key}.json`,
        mimeType: 'application/json',
        sha256,
        bytes: bytes.byteLength,
      });
    }
  }
}
