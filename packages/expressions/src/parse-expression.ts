import type { CodedError } from '@weftwork/schema';
import type { BinaryOperator, Expression, ExpressionNode, PathNode } from './ast';
import { BoundedCache } from './bounded-cache';
import { forbiddenError, syntaxError } from './errors';
import { FUNCTIONS } from './functions';
import { parseWithJsep, type RawNode } from './jsep-parser';
import { assertNameAllowed, isIdentifier, pathStep } from './names';
import { nearName } from './near-name';

const MAX_LENGTH = 10_000;
/** A chain such as `a + b + …` is a deep tree; this keeps every later walk far from the stack's end. */
const MAX_TREE_DEPTH = 250;

const cache = new BoundedCache<Expression>(4_000);

/**
 * Reads an expression, without braces around it. Throws `EXPRESSION_SYNTAX` or `EXPRESSION_FORBIDDEN`
 * with a hint; `extra.position` says where. The result is shared between equal texts.
 */
export function parseExpression(text: string): Expression {
  return cache.getOrCreate(text, () => {
    if (text.length > MAX_LENGTH) {
      throw syntaxError(`An expression has at most ${MAX_LENGTH} characters.`, MAX_LENGTH);
    }
    return { text, root: new TreeReader(text).read(parseRaw(text), 0) };
  });
}

function parseRaw(text: string): RawNode {
  try {
    return parseWithJsep(text);
  } catch (error) {
    // An id such as `step-2` does not even read as a subtraction.
    const found = HYPHENATED_ID.exec(text);
    throw found ? hyphenError(found[1]!, found.index) : error;
  }
}

const HYPHENATED_ID = /\bnodes\s*\.\s*([\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+)(?=\s*\.\s*data\b)/u;

function hyphenError(id: string, position: number): CodedError {
  return syntaxError(`An id with "-" is written in brackets: nodes["${id}"]`, position);
}

/** Turns jsep's tree into ours, letting through only what is listed. */
class TreeReader {
  constructor(private readonly text: string) {}

  read(raw: RawNode, depth: number): ExpressionNode {
    if (depth > MAX_TREE_DEPTH) {
      throw syntaxError(
        `The expression has more than ${MAX_TREE_DEPTH} steps in a row; split it.`,
        startOf(raw),
      );
    }
    const start = startOf(raw);
    const end = raw.end ?? this.text.length;
    const child = (node: unknown) => this.read(node as RawNode, depth + 1);
    switch (raw.type) {
      case 'Literal':
        return { kind: 'literal', value: raw.value as null | boolean | number | string, start, end };
      case 'ArrayExpression':
        return { kind: 'array', items: (raw.elements as RawNode[]).map(child), start, end };
      case 'Object':
        return { kind: 'object', entries: this.#entries(raw, child), start, end };
      case 'UnaryExpression':
        return {
          kind: 'unary',
          operator: raw.operator as '-' | '!',
          operand: child(raw.argument),
          start,
          end,
        };
      case 'BinaryExpression': {
        const left = child(raw.left);
        const right = child(raw.right);
        return {
          kind: 'binary',
          operator: raw.operator as BinaryOperator,
          left,
          right,
          start: left.start,
          end: right.end,
        };
      }
      case 'Identifier':
      case 'MemberExpression':
        return this.#member(raw, start, end, child);
      case 'CallExpression':
        return this.#call(raw, start, end, child);
      default:
        throw forbiddenError(`"${this.text.slice(start, end)}" is not part of the language.`, start);
    }
  }

  #entries(raw: RawNode, child: (node: unknown) => ExpressionNode): [string, ExpressionNode][] {
    const seen = new Set<string>();
    return (raw.entries as [RawNode, RawNode][]).map(([keyNode, value]) => {
      const key = keyOf(keyNode);
      assertNameAllowed(key, startOf(keyNode));
      if (seen.has(key)) throw syntaxError(`The key "${key}" stands twice.`, startOf(keyNode));
      seen.add(key);
      return [key, child(value)];
    });
  }

  /** Collects the steps of `a.b["c"][0]` down to what they start from. */
  #member(
    raw: RawNode,
    start: number,
    end: number,
    child: (node: unknown) => ExpressionNode,
  ): ExpressionNode {
    const steps: RawStep[] = [];
    let base = raw;
    while (base.type === 'MemberExpression') {
      steps.push(this.#step(base));
      base = base.object as RawNode;
    }
    steps.reverse();
    if (base.type === 'Identifier') return this.#path(base, steps, start, end);
    if (base.type === 'Literal') {
      throw syntaxError('A literal has no members; for a text there are length(…) and slice(…).', start);
    }
    return { kind: 'member', object: child(base), steps: steps.map((step) => step.key), start, end };
  }

  #step(raw: RawNode): RawStep {
    const property = raw.property as RawNode;
    const start = startOf(property);
    const dot = this.#endOfObject(raw.object as RawNode);
    if (raw.optional) {
      throw syntaxError(
        'Write "." instead of "?.": a path into null reads null, and "??" covers a missing field.',
        dot,
      );
    }
    const place = {
      start: raw.computed ? start : dot,
      end: property.end ?? start,
      quoted: Boolean(raw.computed),
    };
    if (!raw.computed) {
      const key = property.name as string;
      assertNameAllowed(key, start);
      if (!isIdentifier(key)) throw syntaxError(`Write ["${key}"] for a name with such characters.`, start);
      return { key, ...place };
    }
    if (property.type === 'Literal' && typeof property.value === 'string') {
      assertNameAllowed(property.value, start);
      return { key: property.value, ...place };
    }
    if (property.type === 'Literal' && Number.isSafeInteger(property.value)) {
      return { key: property.value as number, ...place };
    }
    if (property.type === 'UnaryExpression') {
      throw syntaxError(
        'An index counts from 0; for the last members there are last(…) and slice(…).',
        start,
      );
    }
    throw forbiddenError(
      'Only a text or a whole number may stand in brackets; see at(list, i) for the rest.',
      start,
    );
  }

  /** Where the object of a member ends. Inner members carry no place of their own. */
  #endOfObject(object: RawNode): number {
    if (object.type !== 'MemberExpression') return object.end ?? startOf(object);
    const end = (object.property as RawNode).end ?? 0;
    return object.computed ? this.text.indexOf(']', end) + 1 : end;
  }

  #path(base: RawNode, steps: RawStep[], start: number, end: number): PathNode {
    const name = base.name as string;
    const keys = steps.map((step) => step.key);
    switch (name) {
      case 'inputs':
        return { kind: 'path', root: 'inputs', steps: keys, start, end };
      case 'run':
        if (keys.length === 1 && keys[0] === 'id')
          return { kind: 'path', root: 'run', steps: keys, start, end };
        throw forbiddenError('Of the run only run.id can be read.', start);
      case 'nodes':
        return this.#nodePath(steps, start, end);
      default:
        throw this.#unknownRoot(name, start);
    }
  }

  #nodePath(steps: RawStep[], start: number, end: number): PathNode {
    const [id, data, ...rest] = steps;
    if (id === undefined) throw forbiddenError('Write the id of a node: nodes.<id>.data', start);
    if (typeof id.key !== 'string')
      throw syntaxError(`Write the id of a node as a text: nodes["${id.key}"]`, id.start);
    if (data?.key !== 'data') {
      throw (
        this.#hyphenatedId(start) ??
        forbiddenError(`Of a node only its data can be read: nodes${pathStep(id.key)}.data`, id.start)
      );
    }
    return {
      kind: 'path',
      root: 'nodes',
      nodeId: id.key,
      nodeIdSpan: { start: id.start, end: id.end, quoted: id.quoted },
      steps: rest.map((step) => step.key),
      start,
      end,
    };
  }

  /** `nodes.fetch-user` reads as a subtraction; say how it is written instead. */
  #hyphenatedId(start: number) {
    const found = /^nodes\s*\.\s*([\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)+)/u.exec(this.text.slice(start));
    return found ? hyphenError(found[1]!, start) : undefined;
  }

  #unknownRoot(name: string, start: number) {
    const key = /[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*-$/u.exec(this.text.slice(0, start))?.[0];
    if (key !== undefined) {
      const whole = key + (/^[\p{L}\p{N}_-]+/u.exec(this.text.slice(start))?.[0] ?? name);
      return syntaxError(`A name with "-" is written in brackets: ["${whole}"]`, start);
    }
    const near = nearName(name, ['inputs', 'nodes', 'run']);
    const hint = near ? `did you mean "${near}"?` : 'a path starts with inputs, nodes.<id>.data or run.id';
    const text =
      name in FUNCTIONS ? `"${name}" is a function: write ${name}(…)` : `"${name}" is not known; ${hint}`;
    return forbiddenError(`${text}.`, start);
  }

  #call(raw: RawNode, start: number, end: number, child: (node: unknown) => ExpressionNode): ExpressionNode {
    const callee = raw.callee as RawNode;
    if (callee.type !== 'Identifier') {
      throw forbiddenError('Only the functions of the language can be called, as name(…).', start);
    }
    const name = callee.name as string;
    if (!Object.hasOwn(FUNCTIONS, name)) {
      assertNameAllowed(name, start);
      const near = nearName(name, Object.keys(FUNCTIONS));
      throw forbiddenError(
        `There is no function "${name}"${near ? `; did you mean "${near}"?` : '.'}`,
        start,
      );
    }
    const { minArgs, maxArgs, signature } = FUNCTIONS[name]!;
    const given = (raw.arguments as RawNode[]).length;
    if (given < minArgs || given > maxArgs) {
      throw syntaxError(`${signature} was given ${given} ${given === 1 ? 'argument' : 'arguments'}.`, start);
    }
    return { kind: 'call', name, args: (raw.arguments as RawNode[]).map(child), start, end };
  }
}

interface RawStep {
  readonly key: string | number;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function keyOf(node: RawNode): string {
  return node.type === 'Identifier' ? (node.name as string) : String(node.value);
}

function startOf(raw: RawNode): number {
  if (raw.start !== undefined) return raw.start;
  const first = raw.object ?? raw.left ?? raw.callee;
  return first === undefined ? 0 : startOf(first as RawNode);
}
