import { CodedError, isJsonObject, type JsonObject, type JsonValue, jsonPointer } from '@weftwork/schema';
import type { Expression } from './ast';
import { compileExpression } from './compile-expression';
import { mismatchError, shiftPosition, typeName } from './errors';
import { compare, contains, isEmpty, isEqual } from './operators';
import { parseExpression } from './parse-expression';
import { isTemplate, parseTemplate } from './parse-template';
import type { Evaluate } from './scope';
import { compileTemplate, compileTemplateValue } from './template-value';

/** Operators of a condition tree that take two sides. */
export const BINARY_CONDITION_OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'not_contains',
] as const;
/** Operators of a condition tree that look at the left side only. */
export const UNARY_CONDITION_OPERATORS = ['is_null', 'not_null', 'is_empty', 'not_empty'] as const;
export type ConditionOperator =
  | (typeof BINARY_CONDITION_OPERATORS)[number]
  | (typeof UNARY_CONDITION_OPERATORS)[number];

/** A parsed condition: an expression text, or a tree of comparisons. `pointer` leads to it from the root. */
export type Condition =
  | {
      readonly kind: 'expression';
      readonly expression: Expression;
      /** Where the expression begins in its text, behind leading blanks. */
      readonly offset: number;
      readonly pointer: string;
    }
  | { readonly kind: 'all' | 'any'; readonly members: readonly Condition[]; readonly pointer: string }
  | { readonly kind: 'not'; readonly member: Condition; readonly pointer: string }
  | {
      readonly kind: 'compare';
      readonly operator: ConditionOperator;
      readonly left: JsonValue;
      readonly right: JsonValue;
      readonly pointer: string;
    };

type Comparison = Extract<Condition, { kind: 'compare' }>;

/** Reads a condition. The errors it throws carry `extra.pointer`, from the condition's root. */
export function parseCondition(value: JsonValue): Condition {
  return parseAt(value, []);
}

function parseAt(value: JsonValue, at: readonly PropertyKey[]): Condition {
  const pointer = jsonPointer(at);
  if (at.length > 100) throw shapeError('A condition is nested at most 50 levels deep.', at);
  if (typeof value === 'string') {
    const offset = value.length - value.trimStart().length;
    return { kind: 'expression', expression: parseText(value, offset, at), offset, pointer };
  }
  if (!isJsonObject(value)) {
    throw shapeError(`A condition is a text such as "inputs.n > 3" or a tree, not ${typeName(value)}.`, at);
  }
  const keys = Object.keys(value);
  if (keys.length === 1 && (keys[0] === 'all' || keys[0] === 'any')) {
    const kind = keys[0];
    const members = value[kind]!;
    if (!Array.isArray(members)) throw shapeError(`"${kind}" takes a list of conditions.`, [...at, kind]);
    return { kind, members: members.map((member, index) => parseAt(member, [...at, kind, index])), pointer };
  }
  if (keys.length === 1 && keys[0] === 'not') {
    return { kind: 'not', member: parseAt(value.not!, [...at, 'not']), pointer };
  }
  return parseComparison(value, at);
}

function parseText(text: string, offset: number, at: readonly PropertyKey[]): Expression {
  if (/^\s*\{\{/.test(text)) {
    throw shapeError('A condition is written without {{ }}: inputs.n > 3', at);
  }
  return located(at, () => parseExpression(text.trim()), offset);
}

function parseComparison(value: JsonObject, at: readonly PropertyKey[]): Condition {
  const comparison = readComparison(value, at);
  // The texts are read here so that a condition that parses also compiles.
  located([...at, 'left'], () => compileTemplateValue(comparison.left));
  located([...at, 'right'], () => compileTemplateValue(comparison.right));
  return comparison;
}

/** The shape of a comparison, its texts unread. */
export function readComparison(value: JsonObject, at: readonly PropertyKey[] = []): Comparison {
  for (const key of Object.keys(value)) {
    if (key !== 'left' && key !== 'op' && key !== 'right') {
      throw shapeError(
        `A condition has "all", "any" or "not", or else "left", "op" and "right"; not "${key}".`,
        [...at, key],
      );
    }
  }
  const operator = value.op;
  if (!isOperator(operator)) {
    const known = [...BINARY_CONDITION_OPERATORS, ...UNARY_CONDITION_OPERATORS].join(', ');
    throw shapeError(`"op" is one of ${known}.`, [...at, 'op']);
  }
  if (value.left === undefined) throw shapeError('"left" is missing.', [...at, 'left']);
  if (value.right === undefined && !isUnary(operator))
    throw shapeError('"right" is missing.', [...at, 'right']);
  return {
    kind: 'compare',
    operator,
    left: value.left,
    right: isUnary(operator) ? null : value.right!,
    pointer: jsonPointer(at),
  };
}

/** A condition as a function. It yields a boolean or throws: nothing is merely truthy. */
export function compileCondition(value: JsonValue): Evaluate<boolean> {
  return compileParsed(parseCondition(value));
}

function compileParsed(condition: Condition): Evaluate<boolean> {
  switch (condition.kind) {
    case 'expression': {
      const evaluate = compileExpression(condition.expression);
      return (scope) => {
        const value = evaluate(scope);
        if (typeof value === 'boolean') return value;
        throw mismatchError(
          `The condition yields ${typeName(value)} instead of a boolean; compare it with something.`,
        );
      };
    }
    case 'all': {
      const members = condition.members.map(compileParsed);
      return (scope) => members.every((member) => member(scope));
    }
    case 'any': {
      const members = condition.members.map(compileParsed);
      return (scope) => members.some((member) => member(scope));
    }
    case 'not': {
      const member = compileParsed(condition.member);
      return (scope) => !member(scope);
    }
    case 'compare':
      return compileComparison(condition);
  }
}

function compileComparison(condition: Comparison): Evaluate<boolean> {
  const { operator } = condition;
  const optional = isUnary(operator) || isNullComparison(condition);
  const left = compileSide(condition.left, optional);
  const right = compileSide(condition.right, optional);
  switch (operator) {
    case 'eq':
      return (scope) => isEqual(left(scope), right(scope));
    case 'ne':
      return (scope) => !isEqual(left(scope), right(scope));
    case 'gt':
      return (scope) => compare(left(scope), right(scope), 'gt') > 0;
    case 'gte':
      return (scope) => compare(left(scope), right(scope), 'gte') >= 0;
    case 'lt':
      return (scope) => compare(left(scope), right(scope), 'lt') < 0;
    case 'lte':
      return (scope) => compare(left(scope), right(scope), 'lte') <= 0;
    case 'contains':
      return (scope) => contains(left(scope), right(scope));
    case 'not_contains':
      return (scope) => !contains(left(scope), right(scope));
    case 'is_null':
      return (scope) => left(scope) === null;
    case 'not_null':
      return (scope) => left(scope) !== null;
    case 'is_empty':
      return (scope) => isEmpty(left(scope));
    case 'not_empty':
      return (scope) => !isEmpty(left(scope));
  }
}

function compileSide(value: JsonValue, optional: boolean): Evaluate {
  if (typeof value === 'string' && isTemplate(value)) return compileTemplate(parseTemplate(value), optional);
  return compileTemplateValue(value);
}

function isOperator(value: JsonValue | undefined): value is ConditionOperator {
  return [...BINARY_CONDITION_OPERATORS, ...UNARY_CONDITION_OPERATORS].some((operator) => operator === value);
}

/** `eq` or `ne` with null: the one comparison in which a missing field is an answer. */
export function isNullComparison({ operator, left, right }: Comparison): boolean {
  return (operator === 'eq' || operator === 'ne') && (left === null || right === null);
}

export function isUnary(operator: ConditionOperator): boolean {
  return UNARY_CONDITION_OPERATORS.some((unary) => unary === operator);
}

function shapeError(message: string, at: readonly PropertyKey[]): CodedError {
  return new CodedError('EXPRESSION_SYNTAX', message, { extra: { pointer: jsonPointer(at) } });
}

/** Adds where in the condition an error arose. */
function located<Value>(at: readonly PropertyKey[], read: () => Value, offset = 0): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    throw new CodedError(error.code, error.message, {
      cause: error,
      extra: { ...shiftPosition(error, offset).extra, pointer: jsonPointer(at) },
    });
  }
}
