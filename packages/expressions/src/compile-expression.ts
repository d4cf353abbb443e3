import type { JsonObject, JsonValue } from '@weftwork/schema';
import { type BinaryOperator, type Expression, type ExpressionNode, isNullTest } from './ast';
import { compilePath, compileSteps, missing } from './compile-path';
import { mismatchError, typeName } from './errors';
import { FUNCTIONS } from './functions';
import { asBoolean, calculate, compare, isEqual } from './operators';
import type { Evaluate } from './scope';

const compiled = new WeakMap<Expression, { strict?: Evaluate; optional?: Evaluate }>();

/**
 * An expression as a function of what it can read, made once from closures. With `optional` a missing
 * field reads null where the whole expression is a path.
 */
export function compileExpression(expression: Expression, optional = false): Evaluate {
  const known = compiled.get(expression) ?? {};
  const key = optional ? 'optional' : 'strict';
  known[key] ??= compileNode(expression.root, optional);
  compiled.set(expression, known);
  return known[key];
}

function compileNode(node: ExpressionNode, optional = false): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'path':
      return compilePath(node, optional);
    case 'member':
      return compileSteps(compileNode(node.object), node.steps, missing('the value', node.steps, optional));
    case 'array': {
      const items = node.items.map((item) => compileNode(item));
      return (scope) => items.map((item) => item(scope));
    }
    case 'object':
      return compileObject(node.entries);
    case 'unary':
      return compileUnary(node.operator, compileNode(node.operand));
    case 'binary':
      return compileBinary(node.operator, node.left, node.right);
    case 'call':
      return compileCall(node.name, node.args);
  }
}

/** Keys were refused at parse where they could reach a prototype, so plain assignment makes own members. */
function compileObject(entries: readonly (readonly [string, ExpressionNode])[]): Evaluate {
  const members = entries.map(([key, value]) => ({ key, value: compileNode(value) }));
  return (scope) => {
    const made: JsonObject = {};
    for (const { key, value } of members) made[key] = value(scope);
    return made;
  };
}

function compileUnary(operator: '-' | '!', operand: Evaluate): Evaluate {
  if (operator === '!') return (scope) => !asBoolean(operand(scope), '!');
  return (scope) => {
    const value = operand(scope);
    if (typeof value === 'number') return 0 - value;
    throw mismatchError(`"-" takes a number, not ${typeName(value)}.`);
  };
}

function compileBinary(
  operator: BinaryOperator,
  leftNode: ExpressionNode,
  rightNode: ExpressionNode,
): Evaluate {
  const optional = operator === '??' || isNullTest(operator, leftNode, rightNode);
  const left = compileNode(leftNode, optional);
  const right = compileNode(rightNode, optional);
  switch (operator) {
    case '??':
      return (scope) => left(scope) ?? right(scope);
    case '&&':
      return (scope) => asBoolean(left(scope), '&&') && asBoolean(right(scope), '&&');
    case '||':
      return (scope) => asBoolean(left(scope), '||') || asBoolean(right(scope), '||');
    case '==':
      return (scope) => isEqual(left(scope), right(scope));
    case '!=':
      return (scope) => !isEqual(left(scope), right(scope));
    case '<':
      return (scope) => compare(left(scope), right(scope), '<') < 0;
    case '>':
      return (scope) => compare(left(scope), right(scope), '>') > 0;
    case '<=':
      return (scope) => compare(left(scope), right(scope), '<=') <= 0;
    case '>=':
      return (scope) => compare(left(scope), right(scope), '>=') >= 0;
    default:
      return (scope) => calculate(operator, left(scope), right(scope));
  }
}

function compileCall(name: string, argNodes: readonly ExpressionNode[]): Evaluate {
  const { run } = FUNCTIONS[name]!;
  const optional = name === 'coalesce' || name === 'isEmpty';
  const args = argNodes.map((arg) => compileNode(arg, optional));
  if (name === 'coalesce') return (scope) => firstPresent(args, scope);
  const [first, second] = args;
  if (args.length === 1) return (scope) => run(first!(scope));
  if (args.length === 2) return (scope) => run(first!(scope), second!(scope));
  return (scope) => run(...args.map((arg) => arg(scope)));
}

/** Lazy: what stands behind the first value is not evaluated. */
function firstPresent(args: readonly Evaluate[], scope: Parameters<Evaluate>[0]): JsonValue {
  for (const arg of args) {
    const value = arg(scope);
    if (value !== null) return value;
  }
  return null;
}
