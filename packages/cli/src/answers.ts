import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { UsageError } from './exit-code';

/** What a person says to a run that waits. */
export type Answer =
  | { readonly kind: 'approve'; readonly reason?: string }
  | { readonly kind: 'reject'; readonly reason?: string }
  | { readonly kind: 'input'; readonly data: JsonValue }
  | { readonly kind: 'settle'; readonly outcome: 'done' | 'failed' | 'again'; readonly data?: JsonObject };

/** What a run waits for, as far as an answer needs to know. */
export interface Question {
  readonly nodeId: string;
  readonly kind: 'approval' | 'form' | 'settlement';
}

/** Prepared answers, each given once. */
export interface Answers {
  next(question: Question): Answer | undefined;
}

export const noAnswers: Answers = { next: () => undefined };

/**
 * Reads the document of an answers file: an object by node id, whose values are an answer or a list of answers for a
 * node that asks several times; or a plain list, for questions in the order they come.
 *
 *   { "review": "approve", "details": { "name": "Ada" }, "again": ["reject", { "approve": true, "reason": "fine now" }] }
 */
export function parseAnswers(document: JsonValue): Answers {
  if (Array.isArray(document)) {
    const rest = [...document];
    return { next: (question) => take(rest, question) };
  }
  if (!isJsonObject(document)) {
    throw new UsageError('An answers file holds an object by node id, or a list.');
  }
  const byNode = new Map(
    Object.entries(document).map(([nodeId, value]) => [nodeId, Array.isArray(value) ? [...value] : [value]]),
  );
  return { next: (question) => take(byNode.get(question.nodeId) ?? [], question) };
}

function take(rest: JsonValue[], question: Question): Answer | undefined {
  const value = rest.shift();
  return value === undefined ? undefined : parseAnswer(value, question);
}

function parseAnswer(value: JsonValue, { kind, nodeId }: Question): Answer {
  if (value === 'reject' || value === 'rejected') return { kind: 'reject' };
  if (isJsonObject(value) && value.reject === true) return { kind: 'reject', ...reasonOf(value) };
  if (kind === 'form') return { kind: 'input', data: value };
  if (kind === 'approval') {
    if (value === 'approve' || value === 'approved' || value === true) return { kind: 'approve' };
    if (value === false) return { kind: 'reject' };
    if (isJsonObject(value) && value.approve === true) return { kind: 'approve', ...reasonOf(value) };
    throw new UsageError(
      `The answer for "${nodeId}" must be "approve", "reject" or {"approve": true, "reason": …}.`,
    );
  }
  const outcome = isJsonObject(value) ? value.outcome : value;
  if (outcome !== 'done' && outcome !== 'failed' && outcome !== 'again') {
    throw new UsageError(
      `The answer for "${nodeId}" must be "done", "failed", "again" or {"outcome": …, "data": …}.`,
    );
  }
  const data = isJsonObject(value) && isJsonObject(value.data) ? { data: value.data } : {};
  return { kind: 'settle', outcome, ...data };
}

function reasonOf(value: JsonObject): { reason?: string } {
  return typeof value.reason === 'string' ? { reason: value.reason } : {};
}
