import { isJsonObject, type JsonValue, type WorkflowGraph } from '@weftwork/schema';

type Path = readonly (string | number)[];

/** Headers that carry a credential whatever they are called in full. */
const CREDENTIAL = /^(proxy-)?authorization$|^cookie$|api-?key|token|secret/i;

/** A reference to a secret, or a credential that was typed in. */
export function isSecretAt(path: Path, value: JsonValue | undefined): boolean {
  if (isJsonObject(value)) return Object.hasOwn(value, '$secret');
  const [holder, name] = path.slice(-2);
  if (typeof value !== 'string' || typeof name !== 'string' || value.includes('{{')) return false;
  return holder === 'cookies' || (holder === 'headers' && CREDENTIAL.test(name));
}

const HIDDEN = '•••';

/** Two graphs as indented text, in their own order. Secrets are hidden; one that differs bears a mark in the newer text. */
export function graphTexts(before: WorkflowGraph, after: WorkflowGraph): [string, string] {
  const old = before as unknown as JsonValue;
  const now = after as unknown as JsonValue;
  return [asText(hide(old, undefined, [])), asText(hide(now, old, []))];
}

const asText = (value: JsonValue) => JSON.stringify(value, null, 2);

function hide(value: JsonValue, other: JsonValue | undefined, path: Path): JsonValue {
  if (isSecretAt(path, value)) {
    const differs = other !== undefined && JSON.stringify(other) !== JSON.stringify(value);
    return differs ? `${HIDDEN} ≠` : HIDDEN;
  }
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other : [];
    return value.map((item, index) => hide(item, counterpart(item, others, index), [...path, index]));
  }
  if (!isJsonObject(value)) return value;
  const others = isJsonObject(other) ? other : {};
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, hide(item, others[key], [...path, key])]),
  );
}

/** Nodes are found by their id, everything else by its place. */
function counterpart(item: JsonValue, others: readonly JsonValue[], index: number): JsonValue | undefined {
  if (!isJsonObject(item) || item.id === undefined) return others[index];
  return others.find((other) => isJsonObject(other) && other.id === item.id);
}
