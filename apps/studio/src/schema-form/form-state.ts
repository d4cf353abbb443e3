import { isJsonObject, type JsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import { branchesOf, controlOf, fieldsOf, mergeBranch, resolve, type Schema } from './schema-shape';

/** What a form holds: the value as it would be sent, and which branch of each `oneOf` is chosen. */
export interface FormState {
  readonly value: JsonValue | undefined;
  /** By JSON Pointer of the part that branches. */
  readonly choices: Readonly<Record<string, number>>;
  /** What a branch held when it was left, so that going back restores it. By pointer and branch. */
  readonly stash: Readonly<Record<string, JsonValue | undefined>>;
}

export type Path = readonly (string | number)[];

/** The value a part starts with: its default, else the defaults inside it. Undefined leaves the part out. */
export function defaultOf(schema: Schema, root: Schema, depth = 0): JsonValue | undefined {
  const part = resolve(schema, root);
  if (part.default !== undefined) return structuredClone(part.default);
  if (part.const !== undefined) return structuredClone(part.const);
  if (depth > 8) return undefined;
  const branches = branchesOf(part, root);
  if (branches[0]) return defaultOf(mergeBranch(part, branches[0]), root, depth + 1);
  const control = controlOf(part, root);
  if (control === 'object') {
    const fields = fieldsOf(part, root).flatMap((field) => {
      const value = field.folded ? field.schema.default : defaultOf(field.schema, root, depth + 1);
      // An optional object with nothing to say stays out, so that its own required fields do not bind.
      const empty = isJsonObject(value) && Object.keys(value).length === 0;
      return value === undefined || (empty && !field.required) ? [] : [[field.key, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (control === 'array') {
    const item = isJsonObject(part.items) ? part.items : {};
    const count = Math.min(20, Number(part.minItems) || 0);
    return count === 0
      ? undefined
      : Array.from({ length: count }, () => defaultOf(item, root, depth + 1) ?? blankOf(item, root));
  }
  return undefined;
}

/** What a fresh list entry holds where its schema has no default: something of the right kind, to be filled in. */
export function blankOf(schema: Schema, root: Schema): JsonValue {
  const control = controlOf(resolve(schema, root), root);
  if (control === 'object') return {};
  if (control === 'array') return [];
  if (control === 'boolean') return false;
  return control === 'text' || control === 'textarea' ? '' : null;
}

/** Starts from what is known (the last input, say), with the schema's defaults filled in where it is silent. */
export function startForm(schema: Schema, known?: JsonValue): FormState {
  const defaults = defaultOf(schema, schema);
  const value = known === undefined ? defaults : known;
  return { value, choices: guessChoices(schema, schema, value, []), stash: {} };
}

function guessChoices(
  schema: Schema,
  root: Schema,
  value: JsonValue | undefined,
  path: Path,
): Record<string, number> {
  const part = resolve(schema, root);
  const branches = branchesOf(part, root);
  if (branches.length > 0) {
    const index = Math.max(0, bestBranch(branches, root, value));
    const merged = mergeBranch(part, branches[index] ?? {});
    return { [jsonPointer(path)]: index, ...guessChoices(merged, root, value, path) };
  }
  const control = controlOf(part, root);
  if (control === 'object' && isJsonObject(value)) {
    return Object.assign(
      {},
      ...fieldsOf(part, root).map((field) =>
        guessChoices(field.schema, root, value[field.key], [...path, field.key]),
      ),
    );
  }
  if (control === 'array' && Array.isArray(value) && isJsonObject(part.items)) {
    const items = part.items;
    return Object.assign(
      {},
      ...value.map((item, index) => guessChoices(items, root, item, [...path, index])),
    );
  }
  return {};
}

/** The branch that a value belongs to: constants and types must agree, then the one with most of its keys. */
function bestBranch(branches: readonly Schema[], root: Schema, value: JsonValue | undefined): number {
  if (value === undefined) return 0;
  const scores = branches.map((branch) => {
    if (!isJsonObject(value)) return typeFits(branch, value) ? 1 : -1;
    const fields = fieldsOf(branch, root);
    if (fields.some((field) => field.schema.const !== undefined && field.schema.const !== value[field.key]))
      return -1;
    const missing = fields.filter((field) => field.required && !(field.key in value)).length;
    return fields.filter((field) => field.key in value).length - 10 * missing;
  });
  return scores.indexOf(Math.max(...scores));
}

function typeFits(branch: Schema, value: JsonValue): boolean {
  const actual = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  const types = Array.isArray(branch.type) ? branch.type : [branch.type];
  return types.includes(actual) || (actual === 'number' && types.includes('integer'));
}

/** Puts a value at a path; undefined takes it out. Objects and lists on the way are made as needed. */
export function setAt(
  value: JsonValue | undefined,
  path: Path,
  next: JsonValue | undefined,
): JsonValue | undefined {
  const [head, ...rest] = path;
  if (head === undefined) return next;
  if (typeof head === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    const inner = setAt(list[head], rest, next);
    if (inner === undefined) list.splice(head, 1);
    else list[head] = inner;
    return list;
  }
  const object: JsonObject = isJsonObject(value) ? { ...value } : {};
  const inner = setAt(object[head], rest, next);
  if (inner === undefined) delete object[head];
  else object[head] = inner;
  return object;
}

export function getAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)];
    return isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, value);
}

export function setField(state: FormState, path: Path, next: JsonValue | undefined): FormState {
  return { ...state, value: setAt(state.value, path, next) };
}

/**
 * Goes to another branch: what the old one held is kept aside, the new one gets what it held before or its defaults,
 * and what stands beside the branches stays.
 */
export function chooseBranch(
  state: FormState,
  schema: Schema,
  root: Schema,
  path: Path,
  index: number,
): FormState {
  const at = jsonPointer(path);
  const old = state.choices[at] ?? 0;
  if (old === index) return state;
  const current = getAt(state.value, path);
  const shared =
    isJsonObject(schema.properties) && isJsonObject(current)
      ? pick(current, Object.keys(schema.properties))
      : {};
  const branch = branchesOf(schema, root)[index] ?? {};
  const stashed = state.stash[`${at}#${index}`];
  const fresh = stashed === undefined ? defaultOf(mergeBranch(schema, branch), root) : stashed;
  const next = isJsonObject(fresh) ? { ...fresh, ...shared } : fresh;
  const inside = Object.fromEntries(
    Object.entries(state.choices).filter(([key]) => !key.startsWith(`${at}/`)),
  );
  return {
    value: setAt(state.value, path, next),
    choices: { ...inside, ...guessChoices(branch, root, next, path), [at]: index },
    stash: { ...state.stash, [`${at}#${old}`]: current },
  };
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (Object.hasOwn(object, key) ? [[key, object[key] ?? null]] : [])),
  );
}

/** The schema with each `oneOf` replaced by its chosen branch, so that problems name the fields in view. */
export function chosenSchema(schema: Schema, root: Schema, state: FormState, path: Path = []): Schema {
  const part = resolve(schema, root);
  const value = getAt(state.value, path);
  const branches = branchesOf(part, root);
  if (branches.length > 0) {
    const branch = branches[state.choices[jsonPointer(path)] ?? 0] ?? {};
    const { oneOf: _o, anyOf: _a, ...merged } = mergeBranch(part, branch);
    return chosenSchema(merged, root, state, path);
  }
  const control = controlOf(part, root);
  if (control === 'object') {
    const properties = fieldsOf(part, root).map((field) => {
      const inner = [...path, field.key];
      // Of an absent part nothing can be wrong but its absence.
      const absent = getAt(state.value, inner) === undefined;
      return [field.key, absent ? {} : chosenSchema(field.schema, root, state, inner)];
    });
    return { ...part, properties: Object.fromEntries(properties) as JsonObject };
  }
  if (control === 'array' && Array.isArray(value) && isJsonObject(part.items)) {
    const items = part.items;
    return {
      ...part,
      prefixItems: value.map((_, index) => chosenSchema(items, root, state, [...path, index])),
    };
  }
  return part;
}
