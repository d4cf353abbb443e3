import type { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a route asks of who calls it; which roles may do so stands in `access.ts`. */
export type Access = 'public' | 'view' | 'operate' | 'edit' | 'administer';

export interface AnswerContract {
  readonly description: string;
  /** Absent when the answer has no JSON body. */
  readonly schema?: z.ZodType;
  /** Set when the body is not JSON, or not only. */
  readonly contentType?: string;
}

/**
 * One route, as server, OpenAPI, SDK and CLI know it. `path` stands below `/api/v1` and names its parameters in braces.
 * Parameters are ids: a malformed one is simply not found.
 */
export interface Contract {
  readonly method: Method;
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  /** Paths of what is wrong inside `graph` point into the graph document. */
  readonly graphPaths?: boolean;
  /** By HTTP status, the usual one first. Problems are the same everywhere and not listed. */
  readonly answers: Readonly<Record<number, AnswerContract>>;
}

/** Names of the parameters in a path: `"/a/{id}/b/{n}"` has `"id" | "n"`. */
export type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

export type Parameters<C extends Contract> = { readonly [Name in ParameterNames<C['path']>]: string };
export type Query<C extends Contract> = C['query'] extends z.ZodType ? z.output<C['query']> : object;
export type Body<C extends Contract> = C['body'] extends z.ZodType ? z.output<C['body']> : undefined;

/** Keeps the literal types of a contract. */
export function contract<const C extends Contract>(route: C): C {
  return route;
}
