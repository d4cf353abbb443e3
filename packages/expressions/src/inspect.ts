import { CodedError, isJsonObject, type JsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import { isNullComparison, isUnary, parseCondition, readComparison } from './condition';
import { isTemplate, parseTemplate } from './parse-template';
import { type Reference, referencesOf } from './references';
import { isSecretReference } from './template-value';

/** A reference within a tree; `pointer` leads from the tree's root to the text that holds it. */
export interface TreeReference extends Reference {
  readonly pointer: string;
}

export interface ExpressionProblem {
  readonly code: 'EXPRESSION_SYNTAX' | 'EXPRESSION_FORBIDDEN';
  readonly message: string;
  readonly pointer: string;
  /** Where in that text, when it is a matter of text. */
  readonly position?: number;
}

/** All that can be said about a value without evaluating it. */
export interface Inspection {
  readonly references: TreeReference[];
  readonly problems: ExpressionProblem[];
  readonly secrets: { readonly name: string; readonly pointer: string }[];
}

/** Looks through a value whose strings may hold `{{ … }}`. Reports every problem instead of throwing the first. */
export function inspectTemplateValue(value: JsonValue): Inspection {
  const inspection = empty();
  visitTemplate(value, [], false, inspection);
  return inspection;
}

/** The same for a condition, text or tree. */
export function inspectCondition(value: JsonValue): Inspection {
  const inspection = empty();
  visitCondition(value, [], inspection);
  return inspection;
}

/** Every `{"$secret": "NAME"}` in a value. */
export function secretsOf(value: JsonValue): { name: string; pointer: string }[] {
  return inspectTemplateValue(value).secrets;
}

function empty(): Inspection {
  return { references: [], problems: [], secrets: [] };
}

function visitTemplate(
  value: JsonValue,
  at: readonly PropertyKey[],
  optional: boolean,
  into: Inspection,
): void {
  if (typeof value === 'string') {
    if (isTemplate(value)) attempt(at, into, () => addTemplate(value, at, optional, into));
    return;
  }
  if (isSecretReference(value)) {
    into.secrets.push({ name: value.$secret, pointer: jsonPointer(at) });
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      visitTemplate(item, [...at, index], false, into);
    });
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') {
        const message = 'The key "__proto__" cannot be written; rename it.';
        into.problems.push({ code: 'EXPRESSION_FORBIDDEN', message, pointer: jsonPointer([...at, key]) });
      }
      visitTemplate(member, [...at, key], false, into);
    }
  }
}

function addTemplate(text: string, at: readonly PropertyKey[], optional: boolean, into: Inspection): void {
  const template = parseTemplate(text);
  const whole = template.whole?.expression.root;
  for (const reference of referencesOf(template)) {
    const tolerated = reference.optional || (optional && whole?.kind === 'path');
    into.references.push({ ...reference, optional: tolerated, pointer: jsonPointer(at) });
  }
}

function visitCondition(value: JsonValue, at: readonly PropertyKey[], into: Inspection): void {
  if (typeof value === 'string') {
    attempt(at, into, () => addExpression(value, at, into));
    return;
  }
  const [key, inner] = isJsonObject(value) && at.length <= 100 ? soleMember(value) : [];
  if ((key === 'all' || key === 'any') && Array.isArray(inner)) {
    inner.forEach((member, index) => {
      visitCondition(member, [...at, key, index], into);
    });
  } else if (key === 'not' && inner !== undefined) {
    visitCondition(inner, [...at, 'not'], into);
  } else {
    attempt(at, into, () => addComparison(value, at, into));
  }
}

function soleMember(value: JsonObject): [string?, JsonValue?] {
  const entries = Object.entries(value);
  return entries.length === 1 ? entries[0]! : [];
}

function addExpression(text: string, at: readonly PropertyKey[], into: Inspection): void {
  const condition = parseCondition(text);
  if (condition.kind !== 'expression') return;
  for (const reference of referencesOf(condition.expression)) {
    const position = reference.position + condition.offset;
    const end = reference.end + condition.offset;
    into.references.push({ ...reference, position, end, pointer: jsonPointer(at) });
  }
}

function addComparison(value: JsonValue, at: readonly PropertyKey[], into: Inspection): void {
  // Whatever is no comparison is refused by the parser, in its words.
  const comparison = isJsonObject(value) && 'op' in value ? readComparison(value) : parseCondition(value);
  if (comparison.kind !== 'compare') return;
  const optional = isUnary(comparison.operator) || isNullComparison(comparison);
  visitTemplate(comparison.left, [...at, 'left'], optional, into);
  visitTemplate(comparison.right, [...at, 'right'], optional, into);
}

function attempt(at: readonly PropertyKey[], into: Inspection, look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!(error instanceof CodedError) || !isExpressionCode(error.code)) throw error;
    const { pointer, position } = error.extra;
    into.problems.push({
      code: error.code,
      message: error.message,
      pointer: jsonPointer(at) + (typeof pointer === 'string' ? pointer : ''),
      ...(typeof position === 'number' ? { position } : {}),
    });
  }
}

function isExpressionCode(code: string): code is ExpressionProblem['code'] {
  return code === 'EXPRESSION_SYNTAX' || code === 'EXPRESSION_FORBIDDEN';
}
