import { NodeError } from '@weftwork/runtime';
import { type ErrorCode, isJsonObject, type JsonValue } from '@weftwork/schema';

/** The config of an `http` node as an attempt gets it: templates evaluated, defaults filled in. */
export interface HttpConfig {
  readonly method: string;
  readonly url: string;
  /** These four may have been one template, which can give anything; `fieldsOf` insists on an object. */
  readonly pathParams?: JsonValue;
  readonly query?: JsonValue;
  readonly headers?: JsonValue;
  readonly cookies?: JsonValue;
  /** Without a type it is `json`. */
  readonly body?: { readonly type?: string; readonly value?: JsonValue };
  readonly expect: 'any' | '2xx';
  readonly maxBytes: number;
  readonly redirects: number;
  readonly idempotencyKey?: boolean;
}

/** The fields of an object by name; none for null, an error for anything that has no names. */
export function fieldsOf(
  value: JsonValue | undefined,
  field: string,
  code: ErrorCode,
): [string, JsonValue][] {
  if (value === null || value === undefined) return [];
  if (isJsonObject(value)) return Object.entries(value);
  throw new NodeError(code, `"${field}" of an http node must give an object, by name.`, {
    outcome: 'notSent',
    field: `/config/${field}`,
  });
}

/** The text of a value that stands in a path, query, header, cookie or form; undefined for null, which leaves it out. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
