import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { Problem } from '../api/http';
import { chosenSchema, type FormState } from './form-state';
import type { Schema } from './schema-shape';

/** Keywords that only say that something inside is wrong; what is inside says it better. */
const OUTER = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
  'if',
  'then',
  'else',
]);

/**
 * Hints while typing, from an interpreting validator (the page's policy forbids compiled ones). The server has the last
 * word. `code` is the keyword that failed; `path` a JSON Pointer into the value.
 */
export function validateForm(schema: Schema, state: FormState): Problem[] {
  const shape = chosenSchema(schema, schema, state);
  // The validator takes `items` for the elements after `prefixItems`, which here are none.
  const validator = new Validator({ ...defsOf(schema), ...shape } as never, '2020-12', false);
  const { errors } = validator.validate(state.value ?? null);
  const problems = errors.filter((error) => !OUTER.has(error.keyword)).map(toProblem);
  return dedupe(problems);
}

function defsOf(schema: Schema): Schema {
  const { $defs, definitions } = schema;
  return { ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
}

function toProblem(error: OutputUnit): Problem {
  const path = error.instanceLocation.replace(/^#/, '');
  if (error.keyword !== 'required') return { code: error.keyword, path, message: error.error };
  const missing = /property "(.*)"/.exec(error.error)?.[1];
  return {
    code: 'required',
    path: missing === undefined ? path : `${path}/${pointerPart(missing)}`,
    message: error.error,
  };
}

const pointerPart = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

function dedupe(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.path} ${problem.code}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
