import { compileTemplateValue, type Evaluate, inField } from '@weftwork/expressions';
import { type ExpressionField, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';

/**
 * A node's config as a function of what its templates read: template fields evaluated, everything else as written,
 * defaults filled in at the top level. Conditions are left alone; who owns one compiles it.
 */
export function compileConfig(
  config: JsonObject,
  fields: readonly ExpressionField[],
  defaults: JsonObject,
): Evaluate<JsonObject> {
  const templates = fields.filter((field) => field.mode === 'template').map((field) => field.path);
  const dynamic: [string, Evaluate][] = [];
  const fixed: JsonObject = { ...defaults };
  for (const [key, value] of Object.entries(config)) {
    const evaluate = compileAt(value, [key], templates);
    if (evaluate) dynamic.push([key, evaluate]);
    else fixed[key] = value;
  }
  return (scope) => {
    const resolved: JsonObject = { ...fixed };
    for (const [key, evaluate] of dynamic) resolved[key] = evaluate(scope);
    return resolved;
  };
}

/** Undefined when nothing at or below the path is a template. */
function compileAt(
  value: JsonValue,
  path: readonly string[],
  templates: readonly (readonly string[])[],
): Evaluate | undefined {
  const matching = templates.filter((template) => overlaps(template, path));
  if (matching.length === 0) return undefined;
  if (matching.some((template) => template.length <= path.length)) {
    return inField(['config', ...path], compileTemplateValue(value));
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => compileAt(item, [...path, String(index)], matching));
    return (scope) => value.map((item, index) => items[index]?.(scope) ?? item);
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.entries(value).map(
    ([key, item]) => [key, item, compileAt(item, [...path, key], matching)] as const,
  );
  return (scope) =>
    Object.fromEntries(members.map(([key, item, evaluate]) => [key, evaluate ? evaluate(scope) : item]));
}

/** One is a prefix of the other; `*` matches any part. */
function overlaps(template: readonly string[], path: readonly string[]): boolean {
  const shared = Math.min(template.length, path.length);
  for (let index = 0; index < shared; index += 1) {
    if (template[index] !== '*' && template[index] !== path[index]) return false;
  }
  return true;
}
