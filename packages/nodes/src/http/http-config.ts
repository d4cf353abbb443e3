import type { JsonObject, JsonValue } from '@weftwork/schema';

/** The config of an `http` node as an attempt gets it: templates evaluated, defaults filled in. */
export interface HttpConfig {
  readonly method: string;
  readonly url: string;
  readonly pathParams?: JsonObject;
  readonly query?: JsonObject;
  readonly headers?: JsonObject;
  readonly cookies?: JsonObject;
  readonly body?: { readonly type: string; readonly value?: JsonValue };
  readonly auth?: JsonObject;
  readonly expect?: 'any' | '2xx';
  readonly maxBytes?: number;
  readonly redirects?: number;
  readonly idempotencyKey?: boolean;
}

export const HTTP_DEFAULTS = { expect: 'any', maxBytes: 10 * 1024 * 1024, redirects: 5 } as const;

/** The text of a value that stands in a path, query, header, cookie or form; undefined for null, which leaves it out. */
export function scalarText(value: JsonValue | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
