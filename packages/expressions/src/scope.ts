import type { JsonObject, JsonValue } from '@weftwork/schema';

/** What an expression can read. Nothing else is within its reach. */
export interface ExpressionScope {
  readonly inputs: JsonObject;
  readonly runId: string;
  /** The data of a node: null when it was skipped, undefined when it has none yet. */
  nodeData(nodeId: string): JsonValue | undefined;
}

/** Something compiled once and evaluated often. Throws `CodedError`; never changes what it reads. */
export type Evaluate<Value = JsonValue> = (scope: ExpressionScope) => Value;
