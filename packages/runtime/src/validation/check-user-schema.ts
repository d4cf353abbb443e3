import {
  CodedError,
  type IssueCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonPointer,
} from '@weftwork/schema';
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { compileUserSchema, validateAgainst } from './compile-schema';
import { judgePattern, type PatternVerdict } from './pattern-safety';
import { resolveLocalRef, walkSchema } from './schema-walk';

/** Something that makes a user's JSON Schema unfit; `pointer` leads from the schema's root. */
export interface SchemaProblem {
  readonly code: Extract<IssueCode, `SCHEMA_${string}`>;
  readonly pointer: string;
  readonly message: string;
}

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 32;
/** Each pattern may take a while to judge. */
const MAX_PATTERNS = 50;

const DIALECTS = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://json-schema.org/draft/2020-12/schema#',
];

/** Says at publish whether a schema may be used at run. An empty list means that it compiles and is safe to ask. */
export async function checkUserSchema(schema: JsonValue): Promise<SchemaProblem[]> {
  if (!isJsonObject(schema))
    return [{ code: 'SCHEMA_INVALID', pointer: '', message: 'A JSON Schema is an object.' }];
  const tooLarge = sizeProblem(schema);
  if (tooLarge) return [tooLarge];
  const problems = [...refProblems(schema), ...(await patternProblems(schema)), ...metaProblems(schema)];
  return problems.length > 0 ? problems : compileProblems(schema);
}

function sizeProblem(schema: JsonObject): SchemaProblem | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
  if (bytes > MAX_BYTES) {
    const message = `The schema has ${bytes} bytes; ${MAX_BYTES} are allowed.`;
    return { code: 'SCHEMA_TOO_LARGE', pointer: '', message };
  }
  const deep = firstBelow(schema, MAX_DEPTH, []);
  if (!deep) return undefined;
  const message = `The schema is nested deeper than ${MAX_DEPTH} levels; move parts of it to "$defs".`;
  return { code: 'SCHEMA_TOO_DEEP', pointer: jsonPointer(deep), message };
}

function firstBelow(
  value: JsonValue,
  levels: number,
  at: readonly PropertyKey[],
): readonly PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return at;
  for (const [key, member] of Object.entries(value)) {
    const found = firstBelow(member, levels - 1, [...at, key]);
    if (found) return found;
  }
  return undefined;
}

function refProblems(root: JsonObject): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  walkSchema(root, (schema, at) => {
    const report = (code: SchemaProblem['code'], key: string, message: string) =>
      problems.push({ code, pointer: jsonPointer([...at, key]), message });
    for (const key of ['$ref', '$dynamicRef']) {
      const ref = schema[key];
      if (typeof ref !== 'string') continue;
      if (!ref.startsWith('#'))
        report('SCHEMA_REMOTE_REF', key, `"${ref}" lies outside this schema; only "#/…" is followed.`);
      else if (ref.startsWith('#/') && resolveLocalRef(root, ref) === undefined) {
        report('SCHEMA_INVALID', key, `"${ref}" leads to nothing in this schema.`);
      }
    }
    if (typeof schema.$schema === 'string' && !DIALECTS.includes(schema.$schema)) {
      report('SCHEMA_INVALID', '$schema', `Schemas are written in draft 2020-12 ("${DIALECTS[0]}").`);
    }
  });
  return problems;
}

async function patternProblems(root: JsonObject): Promise<SchemaProblem[]> {
  const found: { source: string; at: readonly PropertyKey[] }[] = [];
  walkSchema(root, (schema, at) => {
    if (typeof schema.pattern === 'string') found.push({ source: schema.pattern, at: [...at, 'pattern'] });
    if (!isJsonObject(schema.patternProperties)) return;
    for (const source of Object.keys(schema.patternProperties))
      found.push({ source, at: [...at, 'patternProperties', source] });
  });
  if (new Set(found.map(({ source }) => source)).size > MAX_PATTERNS) {
    const message = `The schema has more than ${MAX_PATTERNS} different patterns.`;
    return [{ code: 'SCHEMA_UNSAFE_PATTERN', pointer: jsonPointer(found[MAX_PATTERNS]!.at), message }];
  }
  const problems: SchemaProblem[] = [];
  for (const { source, at } of found) {
    const problem = PATTERN_PROBLEMS[await judgePattern(source)];
    if (problem) problems.push({ ...problem, pointer: jsonPointer(at) });
  }
  return problems;
}

const PATTERN_PROBLEMS: Readonly<Record<PatternVerdict, Omit<SchemaProblem, 'pointer'> | undefined>> = {
  safe: undefined,
  slow: {
    code: 'SCHEMA_UNSAFE_PATTERN',
    message:
      'Some texts would keep this pattern busy for very long; avoid repetitions that can match the same text in several ways.',
  },
  unproven: {
    code: 'SCHEMA_UNSAFE_PATTERN',
    message: 'It could not be shown that this pattern is fast on every text; write a simpler one.',
  },
  invalid: { code: 'SCHEMA_INVALID', message: 'This is no regular expression.' },
};

const meta = new Ajv2020({ allErrors: true, strict: false, logger: false });

/** What the meta-schema objects to, each where it stands, and the branches of the meta-schema unmentioned. */
function metaProblems(schema: JsonObject): SchemaProblem[] {
  const { $schema: _, ...plain } = schema;
  if (meta.validateSchema(plain) === true) return [];
  const byPointer = new Map<string, SchemaProblem>();
  for (const { instancePath, keyword, message, params } of (meta.errors ?? []) as ErrorObject[]) {
    if (keyword === 'if' || keyword === '$ref' || keyword === '$dynamicRef' || byPointer.has(instancePath))
      continue;
    const allowed = keyword === 'enum' ? `: ${(params.allowedValues as unknown[]).join(', ')}` : '';
    byPointer.set(instancePath, {
      code: 'SCHEMA_INVALID',
      pointer: instancePath,
      message: `"${instancePath.split('/').at(-1)}" ${message ?? 'is not valid'}${allowed}.`,
    });
  }
  return [...byPointer.values()];
}

function compileProblems(schema: JsonObject): SchemaProblem[] {
  const problem = (message: string): SchemaProblem[] => [{ code: 'SCHEMA_INVALID', pointer: '', message }];
  try {
    compileUserSchema(schema);
    validateAgainst(schema, {});
    return [];
  } catch (error) {
    if (error instanceof CodedError || error instanceof RangeError)
      return problem('The schema refers to itself without end.');
    return problem(`The schema cannot be used: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
