import { CodedError, type ErrorDetail, jsonPointer } from '@weftwork/schema';
import type { z } from 'zod';

/** Parses a body or query with its contract; throws every violation at once, with paths into what was sent. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.flatMap((issue) => detailsOf(issue, value));
  // What is superfluous is told first: it is often the misspelt form of what is missing.
  const first = errors.find((error) => error.code === 'UNKNOWN_FIELD') ?? errors[0]!;
  const code =
    first.code === 'UNKNOWN_FIELD' || first.code === 'MISSING_FIELD' ? first.code : 'INVALID_FIELD';
  throw new CodedError(code, `The ${what} is not as expected: ${first.message}`, { errors });
}

function detailsOf(issue: z.core.$ZodIssue, sent: unknown): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'UNKNOWN_FIELD',
      path: jsonPointer([...issue.path, key]),
      message: `The field "${key}" does not exist here; remove it.`,
    }));
  }
  const path = jsonPointer(issue.path);
  const field = issue.path.at(-1);
  if (field !== undefined && isAbsent(sent, issue.path)) {
    const message = issue.code === 'custom' ? issue.message : `The field "${String(field)}" is missing.`;
    return [{ code: 'MISSING_FIELD', path, message }];
  }
  const name = field === undefined ? 'It' : `The field "${String(field)}"`;
  return [{ code: 'INVALID_FIELD', path, message: `${name} is not as expected: ${issue.message}.` }];
}

function isAbsent(sent: unknown, path: readonly PropertyKey[]): boolean {
  let value = sent;
  for (const part of path) {
    // What is no object is there and wrong; nothing inside it was left out.
    if (typeof value !== 'object' || value === null) return value === undefined;
    if (!Object.hasOwn(value, part)) return true;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value === undefined;
}
