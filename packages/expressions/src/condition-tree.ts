import type { JsonObject, JsonValue } from '@weftwork/schema';
import type { BinaryOperator, ExpressionNode } from './ast';
import { type ConditionOperator, parseCondition } from './condition';
import { isTemplate } from './parse-template';
import { writeExpression } from './write-expression';

const OPERATORS: Partial<Record<BinaryOperator, ConditionOperator>> = {
  '==': 'eq',
  '!=': 'ne',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
};

/**
 * A condition as a tree that decides the same: `&&` and `||` become groups, comparisons become rows, and whatever is
 * neither stays a text within the tree. A tree is given back as it is. Throws what `parseCondition` throws.
 *
 * ```ts
 * conditionToTree('inputs.n > 3 && inputs.ok'); // { all: [{ left: '{{ inputs.n }}', op: 'gt', right: 3 }, 'inputs.ok'] }
 * ```
 */
export function conditionToTree(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const condition = parseCondition(value);
  return condition.kind === 'expression' ? treeOf(condition.expression.root) : value;
}

function treeOf(node: ExpressionNode): JsonValue {
  if (node.kind === 'literal' && node.value === true) return { all: [] };
  if (node.kind === 'literal' && node.value === false) return { any: [] };
  if (node.kind === 'unary' && node.operator === '!') return negated(treeOf(node.operand));
  if (node.kind === 'call') return fromCall(node) ?? writeExpression(node);
  if (node.kind !== 'binary') return writeExpression(node);
  if (node.operator === '&&') return { all: chain(node, '&&') };
  if (node.operator === '||') return { any: chain(node, '||') };
  const op = OPERATORS[node.operator];
  return op ? comparison(op, node.left, node.right) : writeExpression(node);
}

/** `a && b && c` reads as `(a && b) && c`: one group of three. */
function chain(node: ExpressionNode, operator: BinaryOperator): JsonValue[] {
  if (node.kind !== 'binary' || node.operator !== operator) return [treeOf(node)];
  return [...chain(node.left, operator), treeOf(node.right)];
}

function comparison(op: ConditionOperator, left: ExpressionNode, right: ExpressionNode): JsonObject {
  const unary = op === 'eq' ? 'is_null' : op === 'ne' ? 'not_null' : undefined;
  if (unary && isNull(right)) return { left: sideOf(left), op: unary };
  if (unary && isNull(left)) return { left: sideOf(right), op: unary };
  return { left: sideOf(left), op, right: sideOf(right) };
}

function fromCall(node: Extract<ExpressionNode, { kind: 'call' }>): JsonObject | undefined {
  const [first, second] = node.args;
  if (node.name === 'contains') return { left: sideOf(first!), op: 'contains', right: sideOf(second!) };
  if (node.name === 'isEmpty') return { left: sideOf(first!), op: 'is_empty' };
  return undefined;
}

/** Where an operator says the opposite and bears the same values, it is taken; `not` stands around all else. */
function negated(tree: JsonValue): JsonObject {
  const { op } = tree as JsonObject;
  if (op === 'contains') return { ...(tree as JsonObject), op: 'not_contains' };
  if (op === 'is_empty') return { ...(tree as JsonObject), op: 'not_empty' };
  return { not: tree };
}

const isNull = (node: ExpressionNode) => node.kind === 'literal' && node.value === null;

/** What stands at one side: a plain value as itself, everything else between braces. */
function sideOf(node: ExpressionNode): JsonValue {
  const plain = plainOf(node);
  return plain === undefined ? textOf(node) : plain;
}

/** Texts and values joined with nothing between are a text with braces. */
function textOf(node: ExpressionNode): string {
  if (node.kind === 'call' && node.name === 'join') {
    const [list, separator] = node.args;
    const isText = separator?.kind === 'literal' && separator.value === '';
    if (isText && list?.kind === 'array' && list.items.length > 1) {
      const parts = list.items.map(partOf);
      if (list.items.some((item) => item.kind === 'literal' && item.value !== '')) return parts.join('');
    }
  }
  return `{{ ${writeExpression(node)} }}`;
}

function partOf(node: ExpressionNode): string {
  const plain = node.kind === 'literal' && typeof node.value === 'string' && !node.value.includes('{');
  return plain ? String(node.value) : `{{ ${writeExpression(node)} }}`;
}

function plainOf(node: ExpressionNode): JsonValue | undefined {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' && isTemplate(node.value) ? undefined : node.value;
    case 'unary': {
      const operand = node.operator === '-' ? plainOf(node.operand) : undefined;
      return typeof operand === 'number' ? -operand : undefined;
    }
    case 'array':
      return node.items.map(sideOf);
    case 'object':
      return Object.fromEntries(node.entries.map(([key, member]) => [key, sideOf(member)]));
    default:
      return undefined;
  }
}
