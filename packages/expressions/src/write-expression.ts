import type { BinaryOperator, ExpressionNode } from './ast';
import { pathStep, quoteText } from './names';

/** Weakest first, as the parser reads them. */
const STRENGTH: Readonly<Record<BinaryOperator, number>> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '>': 5,
  '<=': 5,
  '>=': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
};
const UNARY = 8;

/** An expression as text: parsing it gives the same expression, spans aside. Blanks and quotes are ours. */
export function writeExpression(node: ExpressionNode): string {
  switch (node.kind) {
    case 'literal':
      return typeof node.value === 'string' ? quoteText(node.value) : JSON.stringify(node.value);
    case 'path': {
      const start = node.nodeId === undefined ? node.root : `nodes${pathStep(node.nodeId)}.data`;
      return start + node.steps.map(pathStep).join('');
    }
    case 'member': {
      const object = writeExpression(node.object);
      return (node.object.kind === 'call' ? object : `(${object})`) + node.steps.map(pathStep).join('');
    }
    case 'array':
      return `[${node.items.map(writeExpression).join(', ')}]`;
    case 'object':
      return `{${node.entries.map(([key, value]) => `${quoteText(key)}: ${writeExpression(value)}`).join(', ')}}`;
    case 'unary':
      return node.operator + within(node.operand, UNARY, node.operator === '-');
    case 'binary': {
      const strength = STRENGTH[node.operator];
      return `${within(node.left, strength)} ${node.operator} ${within(node.right, strength + 1)}`;
    }
    case 'call':
      return `${node.name}(${node.args.map(writeExpression).join(', ')})`;
  }
}

/** In parentheses where it binds weaker than what stands around it; a minus before a minus needs them too. */
function within(node: ExpressionNode, strength: number, minus = false): string {
  const text = writeExpression(node);
  const weak = node.kind === 'binary' && STRENGTH[node.operator] < strength;
  return weak || (minus && text.startsWith('-')) ? `(${text})` : text;
}
