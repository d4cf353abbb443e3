/** Where something stands in its text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type BinaryOperator =
  | '??'
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '>'
  | '<='
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** A path from one of the three roots. For `nodes` the steps are those behind `.data`. */
export interface PathNode extends Span {
  readonly kind: 'path';
  readonly root: 'inputs' | 'nodes' | 'run';
  readonly steps: readonly (string | number)[];
  /** Only with root `nodes`. */
  readonly nodeId?: string;
  /** The text to replace when the node gets another id: `.id`, or the literal within the brackets. */
  readonly nodeIdSpan?: Span & { readonly quoted: boolean };
}

export type ExpressionNode =
  | PathNode
  | ({ readonly kind: 'literal'; readonly value: null | boolean | number | string } & Span)
  | ({
      readonly kind: 'member';
      readonly object: ExpressionNode;
      readonly steps: readonly (string | number)[];
    } & Span)
  | ({ readonly kind: 'array'; readonly items: readonly ExpressionNode[] } & Span)
  | ({
      readonly kind: 'object';
      readonly entries: readonly (readonly [key: string, value: ExpressionNode])[];
    } & Span)
  | ({ readonly kind: 'unary'; readonly operator: '-' | '!'; readonly operand: ExpressionNode } & Span)
  | ({
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: ExpressionNode;
      readonly right: ExpressionNode;
    } & Span)
  | ({ readonly kind: 'call'; readonly name: string; readonly args: readonly ExpressionNode[] } & Span);

/** A parsed expression. Immutable and shared: parsing one text twice may give the same object. */
export interface Expression {
  readonly text: string;
  readonly root: ExpressionNode;
}

/** The operands of one operation, each with whether a missing field in it is taken as null. */
export function operandsOf(node: ExpressionNode): { node: ExpressionNode; optional: boolean }[] {
  switch (node.kind) {
    case 'literal':
    case 'path':
      return [];
    case 'member':
      return [{ node: node.object, optional: false }];
    case 'array':
      return node.items.map((item) => ({ node: item, optional: false }));
    case 'object':
      return node.entries.map(([, value]) => ({ node: value, optional: false }));
    case 'unary':
      return [{ node: node.operand, optional: false }];
    case 'call': {
      const optional = node.name === 'coalesce' || node.name === 'isEmpty';
      return node.args.map((arg) => ({ node: arg, optional }));
    }
    case 'binary': {
      const optional = node.operator === '??' || isNullTest(node.operator, node.left, node.right);
      return [
        { node: node.left, optional },
        { node: node.right, optional },
      ];
    }
  }
}

/** `x == null` and its like: the one comparison in which a missing field is an answer. */
export function isNullTest(operator: BinaryOperator, left: ExpressionNode, right: ExpressionNode): boolean {
  return (operator === '==' || operator === '!=') && (isNullLiteral(left) || isNullLiteral(right));
}

function isNullLiteral(node: ExpressionNode): boolean {
  return node.kind === 'literal' && node.value === null;
}
