import jsep from 'jsep';
import type { Span } from './ast';
import { syntaxError } from './errors';
import { readNumber, readString } from './literals';

/*
 * jsep does the walking and the precedence; this module is the only one that touches it, because its
 * operator tables are global. What jsep reads too generously (strings, numbers, lists, groups, several
 * expressions in a row) is read here instead, and every node gets its place in the text.
 */

/** A node as jsep builds it, with its place. Which of the members are there depends on `type`. */
export interface RawNode extends Partial<Span> {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What we use of jsep's class; its own typings describe only the callable. */
interface JsepBase {
  expr: string;
  index: number;
  readonly code: number;
  readonly char: string;
  gobbleSpaces(): void;
  gobbleExpression(): RawNode | false | undefined;
  gobbleBinaryOp(): string | false;
  gobbleToken(): RawNode | false;
  gobbleIdentifier(): RawNode;
  gobbleTokenProperty(node: RawNode): RawNode;
}
type JsepClass = {
  new (text: string): JsepBase;
  addBinaryOp(operator: string, precedence: number): void;
  addUnaryOp(operator: string): void;
  removeAllBinaryOps(): void;
  removeAllUnaryOps(): void;
};
const Base = (jsep as unknown as { Jsep: JsepClass }).Jsep;

/** Weakest first. */
const PRECEDENCE = [
  ['??'],
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

Base.removeAllBinaryOps();
Base.removeAllUnaryOps();
PRECEDENCE.forEach((operators, level) => {
  for (const operator of operators) Base.addBinaryOp(operator, level + 1);
});
Base.addUnaryOp('-');
Base.addUnaryOp('!');

/** Operators of other languages, with what to write instead. The longer ones first. */
const REFUSED_OPERATORS: readonly (readonly [RegExp, string])[] = [
  [/===/y, '"===" is written "==": it compares type and value'],
  [/!==/y, '"!==" is written "!=": it compares type and value'],
  [/=>/y, 'functions cannot be written here'],
  [/=(?!=)/y, 'nothing can be assigned; to compare, write "=="'],
  [/(?:\?\?|\|\||&&|\*\*|<<|>>>?|[-+*/%|&^])=/y, 'nothing can be assigned'],
  [/\*\*/y, 'there is no power operator'],
  [/<<|>>/y, 'there are no bit operators'],
  [/\|(?!\|)|&(?!&)|\^/y, 'there are no bit operators; write "||", "&&"'],
  [/\?\./y, 'write "." instead of "?.": a path into null reads null, and "??" covers a missing field'],
  [/\?(?!\?)/y, 'there is no "? :"; use a condition node, or coalesce(…)'],
  [/(?:and|or|not|in|instanceof|is|like)\b/y, 'write "&&", "||", "!", contains(list, member)'],
  [/\+\+/y, 'nothing can be changed'],
  [/`/y, 'texts take single or double quotes'],
  [/;/y, 'one expression only'],
];

/** Words that elsewhere stand before an operand. */
const FOREIGN_WORD =
  /(not|new|typeof|void|delete|await|yield|function|async|class|let|const|var)\s+[\p{L}_$([{"']/uy;

/** Deep enough for people, shallow enough for every stack. */
const MAX_DEPTH = 60;

class PlacedParser extends Base {
  #depth = 0;

  /** The whole text as one expression. */
  parseAll(): RawNode {
    this.gobbleSpaces();
    if (this.index >= this.expr.length) this.fail('Write an expression, such as inputs.name');
    const node = this.gobbleExpression();
    this.gobbleSpaces();
    if (!node || this.index < this.expr.length) this.unexpected();
    return node as RawNode;
  }

  override gobbleToken(): RawNode | false {
    this.gobbleSpaces();
    if (++this.#depth > MAX_DEPTH) this.fail(`The expression is nested deeper than ${MAX_DEPTH} levels`);
    this.#refuseForeignWord();
    if (this.expr.startsWith('--', this.index))
      this.fail('"--" is not part of the language: nothing can be changed');
    const start = this.index;
    const node = this.char === '{' ? this.gobbleTokenProperty(this.#gobbleObject()) : super.gobbleToken();
    this.#depth--;
    return node ? place(node, start, this.#endBeforeBlanks()) : node;
  }

  override gobbleIdentifier(): RawNode {
    const start = this.index;
    const digits = /^\d[\p{L}\p{N}_-]*/u.exec(this.expr.slice(start, start + 80));
    if (digits) this.fail(`A name that starts with a digit is written in brackets: ["${digits[0]}"]`);
    return place(super.gobbleIdentifier(), start, this.index);
  }

  override gobbleBinaryOp(): string | false {
    this.gobbleSpaces();
    this.#refuseForeignOperator();
    return super.gobbleBinaryOp();
  }

  // Called by jsep.
  gobbleStringLiteral(): RawNode {
    const start = this.index;
    const { value, end } = readString(this.expr, start);
    this.index = end;
    return { type: 'Literal', value, start, end };
  }

  // Called by jsep.
  gobbleNumericLiteral(): RawNode {
    const start = this.index;
    const { value, end } = readNumber(this.expr, start);
    this.index = end;
    return { type: 'Literal', value, start, end };
  }

  // Called by jsep, behind the opening bracket; its own version lets commas be left out.
  gobbleArguments(closeCode: number): RawNode[] {
    const close = String.fromCharCode(closeCode);
    const items: RawNode[] = [];
    this.gobbleSpaces();
    if (this.#take(close)) return items;
    for (;;) {
      items.push(this.#required());
      if (this.#take(close)) return items;
      this.#expect(',', close);
    }
  }

  // Called by jsep at "(".
  gobbleGroup(): RawNode {
    this.index++;
    const node = this.#required();
    this.#expect(')', ')');
    return node;
  }

  throwError(message: string): never {
    const open = /^Unclosed ([[(])/.exec(message)?.[1];
    if (open !== undefined) return this.fail(`"${open === '(' ? ')' : ']'}" is missing`);
    // Whatever else jsep says comes to this; its own words are for programmers.
    return this.unexpected();
  }

  fail(message: string): never {
    throw syntaxError(`${message} (at character ${this.index + 1} of "${shorten(this.expr)}").`, this.index);
  }

  unexpected(): never {
    this.#refuseForeignOperator();
    return this.fail(
      this.index < this.expr.length ? `"${this.char}" is not expected here` : 'The expression ends too early',
    );
  }

  /** `{` is no token of jsep. */
  #gobbleObject(): RawNode {
    this.index++;
    const entries: [RawNode, RawNode][] = [];
    this.gobbleSpaces();
    if (this.#take('}')) return { type: 'Object', entries };
    for (;;) {
      this.gobbleSpaces();
      const quoted = this.char === '"' || this.char === "'";
      const key = quoted ? this.gobbleStringLiteral() : this.gobbleIdentifier();
      this.#expect(':', ':');
      entries.push([key, this.#required()]);
      if (this.#take('}')) return { type: 'Object', entries };
      this.#expect(',', '}');
    }
  }

  #required(): RawNode {
    const node = this.gobbleExpression();
    if (!node) this.unexpected();
    return node as RawNode;
  }

  #take(char: string): boolean {
    this.gobbleSpaces();
    if (this.char !== char) return false;
    this.index++;
    return true;
  }

  #expect(char: string, wanted: string): void {
    if (this.#take(char)) return;
    this.#refuseForeignOperator();
    this.fail(`"${wanted}" is missing`);
  }

  /** jsep has looked for a member behind the blanks already. */
  #endBeforeBlanks(): number {
    let end = this.index;
    while (end > 0 && /\s/.test(this.expr[end - 1]!)) end--;
    return end;
  }

  #refuseForeignWord(): void {
    FOREIGN_WORD.lastIndex = this.index;
    const word = FOREIGN_WORD.exec(this.expr)?.[1];
    if (word === 'not') this.fail('"not" is not part of the language: write "!"');
    if (word !== undefined) this.fail(`"${word}" is not part of the language`);
  }

  #refuseForeignOperator(): void {
    for (const [pattern, hint] of REFUSED_OPERATORS) {
      pattern.lastIndex = this.index;
      const found = pattern.exec(this.expr);
      if (found) this.fail(`"${found[0]}" is not part of the language: ${hint}`);
    }
  }
}

/** jsep shares no node between two tokens, so the first place set is the narrowest. */
function place(node: RawNode, start: number, end: number): RawNode {
  return node.start === undefined ? { ...node, start, end } : node;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** The text as jsep's tree. Throws `EXPRESSION_SYNTAX`; what the tree may hold is checked by the caller. */
export function parseWithJsep(text: string): RawNode {
  return new PlacedParser(text).parseAll();
}
