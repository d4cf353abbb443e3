import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { defaultOf } from './form-state';
import { branchesOf, controlOf, fieldsOf, mergeBranch, resolve, type Schema } from './schema-shape';

/** A value of the schema's shape to be written over: defaults where there are any, needed fields with something of their type. */
export function exampleValue(schema: Schema, root: JsonObject = schema, depth = 0): JsonValue {
  const part = resolve(schema, root);
  if (part.default !== undefined || part.const !== undefined) return defaultOf(part, root) ?? null;
  if (Array.isArray(part.examples) && part.examples.length > 0) return part.examples[0] as JsonValue;
  if (Array.isArray(part.enum) && part.enum.length > 0) return part.enum[0] as JsonValue;
  if (depth > 8) return null;
  const [branch] = branchesOf(part, root);
  if (branch) return exampleValue(mergeBranch(part, branch), root, depth + 1);
  const control = controlOf(part, root);
  if (control === 'object') {
    const needed = fieldsOf(part, root).filter((field) => field.required);
    return Object.fromEntries(
      needed.map((field) => [field.key, exampleValue(field.schema, root, depth + 1)]),
    );
  }
  if (control === 'array') {
    const item = isJsonObject(part.items) ? part.items : {};
    return Array.from({ length: Math.min(20, Number(part.minItems) || 0) }, () =>
      exampleValue(item, root, depth + 1),
    );
  }
  if (control === 'boolean') return false;
  if (part.type === 'integer' || part.type === 'number') return Number(part.minimum ?? 0);
  return part.type === 'string' ? '…' : {};
}
