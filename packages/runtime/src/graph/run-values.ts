import type { Plan, PlanContainer, PlanNode, Scope } from '@weftwork/engine';
import type { ExpressionScope } from '@weftwork/expressions';
import type { JsonObject, JsonValue, RunError } from '@weftwork/schema';

/*
 * The values of a run, beside the engine's state: what each node yielded, per scope, and what loops carry along.
 * The engine decides from ids and counts; only expressions look here.
 */

/** What every scope of a run sees alike. */
export interface CommonView {
  readonly plan: Plan;
  readonly inputs: JsonObject;
  readonly runId: string;
}

type SpilledKeys = Readonly<Record<string, { readonly artifactId: string }>>;
const NOTHING_SPILLED: ReadonlyMap<number, SpilledKeys> = new Map();

/** What the expressions of one scope see: its own nodes, the iteration it stands in, and what lies outside. */
export class ScopeValues implements ExpressionScope {
  /** Data per slot: null when skipped, undefined when there is none yet. */
  readonly data: (JsonValue | undefined)[] = [];

  private spilledKeys: Map<number, SpilledKeys> | undefined;

  constructor(
    private readonly run: CommonView,
    private readonly container: PlanContainer | undefined,
    private readonly parent: ScopeValues | undefined,
    private readonly loop: PlanNode | undefined,
    private readonly iteration: (() => JsonObject) | undefined,
  ) {}

  static top(run: CommonView): ScopeValues {
    return new ScopeValues(run, run.plan.root, undefined, undefined, undefined);
  }

  /** Values per slot and key that live in artifacts. */
  get spilled(): ReadonlyMap<number, SpilledKeys> {
    return this.spilledKeys ?? NOTHING_SPILLED;
  }

  noteSpilled(slot: number, keys: SpilledKeys): void {
    this.spilledKeys ??= new Map();
    this.spilledKeys.set(slot, { ...this.spilledKeys.get(slot), ...keys });
  }

  get inputs(): JsonObject {
    return this.run.inputs;
  }

  get runId(): string {
    return this.run.runId;
  }

  nodeData(nodeId: string): JsonValue | undefined {
    const node = this.run.plan.byId.get(nodeId);
    if (node === undefined) return undefined;
    let values: ScopeValues | undefined = this;
    while (values !== undefined) {
      if (values.container === node.container) return values.data[node.slot];
      if (values.loop === node) return values.iteration!();
      values = values.parent;
    }
    return undefined;
  }

  /** The scope of one iteration; `container` is absent for a `while` that is asked before its body starts. */
  iterationOf(
    loop: PlanNode,
    container: PlanContainer | undefined,
    iteration: () => JsonObject,
  ): ScopeValues {
    return new ScopeValues(this.run, container, this, loop, iteration);
  }
}

export function valuesOf(scope: Scope): ScopeValues {
  return scope.attached as ScopeValues;
}

/** What a node whose failure took the error branch yields. */
export function errorData(error: RunError, attempts: number): JsonObject {
  return { error: { code: error.code, message: error.message, attempts } };
}
