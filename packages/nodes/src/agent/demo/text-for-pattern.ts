/*
 * A text that a regular expression accepts: enough of the syntax for the patterns that people write into schemas.
 * What it cannot read (look-around, back references) it leaves alone, and every find is tried before it is given out.
 */

export interface PatternWish {
  /** Taken when it fits as it is. */
  readonly preferred: string;
  readonly least: number;
  readonly most: number;
}

/** How often open repetitions are repeated beyond their least, until the text is long enough. */
const EXTRA = [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];

export function textForPattern(pattern: string, { preferred, least, most }: PatternWish): string | undefined {
  const accepts = acceptor(pattern);
  if (accepts === undefined || accepts(preferred)) return accepts && preferred;
  for (const extra of EXTRA) {
    const text = new PatternReader(pattern, extra).read();
    if (text === undefined) return undefined;
    const length = Array.from(text).length;
    if (length > most) return undefined;
    if (length >= least && accepts(text)) return text;
  }
  return undefined;
}

function acceptor(pattern: string): ((text: string) => boolean) | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

class Unreadable extends Error {}

/** Walks the pattern once and writes the first text that comes to hand. */
class PatternReader {
  private at = 0;

  constructor(
    private readonly pattern: string,
    private readonly extra: number,
  ) {}

  read(): string | undefined {
    try {
      const text = this.alternatives();
      return this.at === this.pattern.length ? text : undefined;
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  /** The first of several ways. */
  private alternatives(): string {
    const first = this.sequence();
    while (this.peek() === '|') {
      this.at += 1;
      this.sequence();
    }
    return first;
  }

  private sequence(): string {
    let text = '';
    while (this.at < this.pattern.length && this.peek() !== '|' && this.peek() !== ')') {
      const atom = this.atom();
      text += atom.repeat(this.repetitions());
    }
    return text;
  }

  private atom(): string {
    const sign = this.next();
    switch (sign) {
      case '^':
      case '$':
        return '';
      case '.':
        return 'a';
      case '(':
        return this.group();
      case '[':
        return this.oneOf();
      case '\\':
        return this.escape();
      default:
        return sign;
    }
  }

  private group(): string {
    if (this.pattern.startsWith('?:', this.at)) this.at += 2;
    else if (/^\?<[A-Za-z]\w*>/.test(this.pattern.slice(this.at)))
      this.at = this.pattern.indexOf('>', this.at) + 1;
    else if (this.peek() === '?') throw new Unreadable();
    const text = this.alternatives();
    if (this.next() !== ')') throw new Unreadable();
    return text;
  }

  /** The first member of a set, or some letter that is no member. */
  private oneOf(): string {
    const end = this.setEnd();
    const set = this.pattern.slice(this.at - 1, end + 1);
    this.at = end + 1;
    const member = new RegExp(`^${set}$`, 'u');
    const found =
      Array.from('aA1中 -_.é0zZ9@/:#+').find((letter) => member.test(letter)) ?? this.firstListed(set);
    if (found === undefined || !member.test(found)) throw new Unreadable();
    return found;
  }

  private setEnd(): number {
    for (let end = this.at; end < this.pattern.length; end += 1) {
      if (this.pattern[end] === '\\') end += 1;
      else if (this.pattern[end] === ']' && end > this.at) return end;
    }
    throw new Unreadable();
  }

  private firstListed(set: string): string | undefined {
    return Array.from(set.slice(1, -1).replaceAll('\\', ''))[0];
  }

  private escape(): string {
    const sign = this.next();
    const known: Record<string, string> = {
      d: '1',
      w: 'a',
      s: ' ',
      D: 'a',
      W: '-',
      S: 'a',
      b: '',
      t: '\t',
      n: '\n',
    };
    if (sign in known) return known[sign]!;
    if (sign === 'p') return this.property();
    if (/[A-Za-z0-9]/.test(sign)) throw new Unreadable();
    return sign;
  }

  /** `\p{…}`: one letter of the wanted kind. */
  private property(): string {
    const end = this.pattern.indexOf('}', this.at);
    const member = new RegExp(`^\\p${this.pattern.slice(this.at, end + 1)}$`, 'u');
    this.at = end + 1;
    const found = Array.from('aA1中あ한é .-').find((letter) => member.test(letter));
    if (found === undefined) throw new Unreadable();
    return found;
  }

  private repetitions(): number {
    const match = /^(?:([*+?])|\{(\d+)(,(\d*))?\})\??/.exec(this.pattern.slice(this.at));
    if (!match) return 1;
    this.at += match[0].length;
    const [, sign, from, open, to] = match;
    if (sign === '?') return Math.min(1, this.extra);
    if (sign === '*') return this.extra;
    if (sign === '+') return 1 + this.extra;
    const least = Number(from);
    if (open === undefined) return least;
    return to ? Math.min(least + this.extra, Number(to)) : least + this.extra;
  }

  private peek(): string | undefined {
    return this.pattern[this.at];
  }

  private next(): string {
    const letter = this.pattern.codePointAt(this.at);
    if (letter === undefined) throw new Unreadable();
    const text = String.fromCodePoint(letter);
    this.at += text.length;
    return text;
  }
}
