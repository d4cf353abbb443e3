import { CodedError, type ErrorDetail, type JsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';

/*
 * Users' JSON Schemas (2020-12) at work. Whether a schema is fit to be used at all is asked once, at publish:
 * see `check-user-schema`. What is wrong with a value never quotes the value.
 */

const ajv = addFormats(
  new Ajv2020({
    allErrors: true,
    // Unknown keywords such as `x-order` are for forms; typos in schemas are the forms' business too.
    strict: false,
    logger: false,
    // Equal `$id`s in the schemas of two workflows must not meet.
    addUsedSchema: false,
  }),
);

const byText = new LRUCache<string, ValidateFunction>({ max: 500 });
// The text of a schema is long; the same schema object usually comes again.
const byObject = new WeakMap<JsonObject, ValidateFunction>();

/** A schema as a function, cached by object and by text. Throws what ajv throws on a schema that is none. */
export function compileUserSchema(schema: JsonObject): ValidateFunction {
  const known = byObject.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema);
  const validate = byText.get(text) ?? compile(schema);
  byText.set(text, validate);
  byObject.set(schema, validate);
  return validate;
}

function compile(schema: JsonObject): ValidateFunction {
  // Without an id of its own ajv does not find "#" in a schema that it is not to keep.
  const named = { ...schema, $id: 'weftwork:schema' };
  try {
    return ajv.compile(named);
  } finally {
    // ajv keeps every schema it has seen; the cache above decides what stays.
    ajv.removeSchema(named);
  }
}

/** What of a value does not fit: codes `MISSING_FIELD`, `UNKNOWN_FIELD` and `INVALID_FIELD`, paths into the value. */
export function validateAgainst(schema: JsonObject, value: JsonValue): ErrorDetail[] {
  if (isOpen(schema)) return [];
  const validate = compileUserSchema(schema);
  try {
    if (validate(value)) return [];
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new CodedError('INVALID_INPUT', 'The JSON Schema refers to itself without end.', { cause });
  }
  return (validate.errors ?? []).filter((error) => error.keyword !== 'if').map(toDetail);
}

/** `{}` fits everything; most graphs leave a schema at that. */
function isOpen(schema: JsonObject): boolean {
  for (const _ in schema) return false;
  return true;
}

function toDetail(error: ErrorObject): ErrorDetail {
  const at = (name: unknown) => error.instancePath + jsonPointer([String(name)]);
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return {
        code: 'MISSING_FIELD',
        path: at(error.params.missingProperty),
        message: `"${error.params.missingProperty}" is missing.`,
      };
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = error.params.additionalProperty ?? error.params.unevaluatedProperty;
      return { code: 'UNKNOWN_FIELD', path: at(name), message: `"${name}" is not expected here.` };
    }
    case 'enum':
      return invalid(error, `must be one of ${error.params.allowedValues.map(show).join(', ')}`);
    case 'const':
      return invalid(error, `must be ${show(error.params.allowedValue)}`);
    case 'format':
      return invalid(error, `must be a valid ${error.params.format}`);
    default:
      return invalid(error, error.message ?? 'does not fit');
  }
}

function invalid(error: ErrorObject, what: string): ErrorDetail {
  const name = error.instancePath === '' ? 'The value' : `"${error.instancePath.slice(1)}"`;
  return { code: 'INVALID_FIELD', path: error.instancePath, message: `${name} ${what}.` };
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
