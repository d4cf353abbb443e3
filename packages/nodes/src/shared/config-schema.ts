import { type IssueCode, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { z } from 'zod';

/*
 * Building blocks of config schemas. They check shape only: what stands inside `{{ … }}` and inside a condition is read
 * by `@weftwork/expressions`, and users' JSON Schemas by ajv, each with its own issues.
 */

/** Any JSON value whose strings may hold `{{ … }}`. */
export const template = z.custom<JsonValue>((value) => value !== undefined, 'must have a value');

/** An object by name of values that may hold `{{ … }}`. */
export const templateMap = z.record(z.string(), template);

/** An object of such values, or one `{{ … }}` that gives an object. */
export const templateObject = z.custom<JsonObject | string>(
  (value) => isJsonObject(value) || isOneTemplate(value),
  'must be an object, or one {{ … }} that gives one',
);

/** An expression text or a tree; `parseCondition` says what is wrong inside. */
export const condition = z.custom<JsonValue>(
  (value) => typeof value === 'string' || isJsonObject(value),
  'must be a text such as "inputs.n > 3", or a condition tree',
);

/** A user's JSON Schema. */
export const jsonSchema = z.custom<JsonObject>(isJsonObject, 'must be a JSON Schema object');

/** Static text that says something. */
export const label = z.string().refine((text) => text.trim() !== '', 'must not be blank');

function isOneTemplate(value: unknown): boolean {
  return typeof value === 'string' && /^\{\{.*\}\}$/s.test(value.trim());
}

interface RuleIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The code that the issue gets instead of `INVALID_FIELD`; it travels in `params.issueCode` of the zod issue. */
  readonly code?: IssueCode;
}

/**
 * Adds a rule between fields. It runs whatever else is wrong, so that all issues show at once, and so it must bear
 * a config of any shape.
 */
export function withRule<Schema extends z.ZodType>(
  schema: Schema,
  rule: (config: JsonObject) => Iterable<RuleIssue>,
): Schema {
  return schema.superRefine(
    (config, context) => {
      if (!isJsonObject(config)) return;
      for (const { path, message, code } of rule(config)) {
        context.addIssue({
          code: 'custom',
          path: [...path],
          message,
          ...(code === undefined ? {} : { params: { issueCode: code } }),
        });
      }
    },
    { when: () => true },
  );
}

/** What a zod issue of a config schema is called in the list of issues, when the schema says so. */
export function issueCodeOf(issue: z.core.$ZodIssue): IssueCode | undefined {
  return issue.code === 'custom' ? (issue.params?.issueCode as IssueCode | undefined) : undefined;
}
