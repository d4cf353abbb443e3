import { conditionToText } from '@weftwork/expressions';
import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/*
 * A condition tree as rows. Rows are found by their places in the groups around them; a `not` is part of the row or
 * group that it stands around. Every change gives a new tree and leaves what it does not touch as it is.
 */

export type Join = 'all' | 'any';
export type RowPath = readonly number[];

export type ConditionRow =
  | {
      readonly kind: 'group';
      readonly negated: boolean;
      readonly join: Join;
      readonly members: readonly JsonValue[];
    }
  | { readonly kind: 'rule'; readonly negated: boolean; readonly rule: JsonObject }
  | { readonly kind: 'expression'; readonly negated: boolean; readonly text: string }
  /** Neither: shown as JSON, so that nothing is lost. */
  | { readonly kind: 'other'; readonly negated: boolean; readonly value: JsonValue };

export const FRESH_RULE: JsonObject = { left: '', op: 'eq', right: '' };

export function readRow(value: JsonValue | undefined): ConditionRow {
  let inner: JsonValue = value ?? FRESH_RULE;
  let negated = false;
  while (isJsonObject(inner) && Object.keys(inner).length === 1 && inner.not !== undefined) {
    negated = !negated;
    inner = inner.not;
  }
  if (typeof inner === 'string') return { kind: 'expression', negated, text: inner };
  if (isJsonObject(inner)) {
    const [only, second] = Object.keys(inner);
    const members = only === 'all' || only === 'any' ? inner[only] : undefined;
    if (second === undefined && Array.isArray(members)) {
      return { kind: 'group', negated, join: only as Join, members };
    }
    const keys = Object.keys(inner);
    if (keys.length === 0 || keys.every((key) => ['left', 'op', 'right'].includes(key))) {
      return { kind: 'rule', negated, rule: inner };
    }
  }
  return { kind: 'other', negated, value: inner };
}

/** The tree of a row. */
export function writeRow(row: ConditionRow): JsonValue {
  const inner = innerOf(row);
  return row.negated ? { not: inner } : inner;
}

function innerOf(row: ConditionRow): JsonValue {
  switch (row.kind) {
    case 'group':
      return { [row.join]: [...row.members] };
    case 'rule':
      return row.rule;
    case 'expression':
      return row.text;
    case 'other':
      return row.value;
  }
}

/** Changes the row at a place; `undefined` takes it away, and with it a group that has nothing left. */
export function changeAt(
  tree: JsonValue,
  path: RowPath,
  change: (row: ConditionRow) => JsonValue | undefined,
): JsonValue | undefined {
  const [index, ...rest] = path;
  const row = readRow(tree);
  if (index === undefined) return change(row);
  if (row.kind !== 'group' || row.members[index] === undefined) return tree;
  const made = changeAt(row.members[index], rest, change);
  const members =
    made === undefined ? row.members.filter((_, at) => at !== index) : row.members.with(index, made);
  return members.length === 0 ? undefined : writeRow({ ...row, members });
}

export function removeAt(tree: JsonValue, path: RowPath): JsonValue {
  return changeAt(tree, path, () => undefined) ?? FRESH_RULE;
}

export function negateAt(tree: JsonValue, path: RowPath): JsonValue {
  return changeAt(tree, path, (row) => writeRow({ ...row, negated: !row.negated }))!;
}

/** Adds to the group at a place; any other row becomes the first member of a new group of all. */
export function addTo(tree: JsonValue, path: RowPath, added: JsonValue): JsonValue {
  return changeAt(tree, path, (row) =>
    row.kind === 'group'
      ? writeRow({ ...row, members: [...row.members, added] })
      : { all: [writeRow(row), added] },
  )!;
}

/** Puts a row into a group of its own, or a group's members in its place. */
export function wrapAt(tree: JsonValue, path: RowPath): JsonValue {
  return changeAt(tree, path, (row) => ({ all: [writeRow(row)] }))!;
}

/** Puts the members of a group where the group stood. Only a group within a group, and not a negated one. */
export function unwrapAt(tree: JsonValue, path: RowPath): JsonValue {
  const at = path.at(-1);
  if (at === undefined) return tree;
  return changeAt(tree, path.slice(0, -1), (around) => {
    if (around.kind !== 'group') return writeRow(around);
    const inner = readRow(around.members[at]);
    if (inner.kind !== 'group' || inner.negated) return writeRow(around);
    return writeRow({ ...around, members: around.members.toSpliced(at, 1, ...inner.members) });
  })!;
}

/** Moves a row within its group. */
export function moveTo(tree: JsonValue, group: RowPath, from: number, to: number): JsonValue {
  return changeAt(tree, group, (row) => {
    if (row.kind !== 'group' || row.members[to] === undefined) return writeRow(row);
    const members = [...row.members];
    const [moved] = members.splice(from, 1);
    if (moved !== undefined) members.splice(to, 0, moved);
    return writeRow({ ...row, members });
  })!;
}

/** JSON Pointer from the condition to a row, as issues name it. */
export function pointerOf(tree: JsonValue, path: RowPath): string {
  let pointer = '';
  let value: JsonValue | undefined = tree;
  const enter = () => {
    while (isJsonObject(value) && Object.keys(value).length === 1 && value.not !== undefined) {
      pointer += '/not';
      value = value.not;
    }
  };
  for (const index of path) {
    enter();
    const row = readRow(value);
    if (row.kind !== 'group') break;
    pointer += `/${row.join}/${index}`;
    value = row.members[index];
  }
  enter();
  return pointer;
}

/** A row as an expression within the group; alone it would be the text view. */
export function asExpression(tree: JsonValue, path: RowPath): JsonValue {
  const made = changeAt(tree, path, (row) =>
    writeRow({ kind: 'expression', negated: row.negated, text: expressionOf(row) }),
  )!;
  return typeof made === 'string' ? { all: [made] } : made;
}

function expressionOf(row: ConditionRow): string {
  try {
    const text = conditionToText(writeRow({ ...row, negated: false }));
    return text === '"" == ""' ? '' : text;
  } catch {
    return '';
  }
}
