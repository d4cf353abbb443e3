/** The server's English sentence with a name for each part that varies, and the same sentence in another language. */
export type Sentences = Readonly<Record<string, string>>;

interface Pattern {
  readonly matches: RegExp;
  readonly names: readonly string[];
  readonly text: string;
  /** How much of the sentence is given, in letters: the more, the surer is a match. */
  readonly given: number;
}

/** Less than this fits nearly anything. */
const LEAST_GIVEN = 8;
/** A part may be a sentence of its own, and so may a part of that. */
const DEEPEST = 4;
/** Sentences hold ids and values, so there is no end of them. */
const MOST_KNOWN = 500;

/**
 * Puts a whole sentence of the server into another language, with its ids and values as they are. A part with a capital
 * name, as in `expected {Type}`, is put into the language itself, since it is made of words. Undefined for a sentence
 * that is not in the list.
 */
export function sentenceTranslator(sentences: Sentences): (sentence: string) => string | undefined {
  const whole = new Map(Object.entries(sentences).filter(([english]) => !PART.test(english)));
  const patterns = Object.entries(sentences)
    .filter(([english]) => !whole.has(english))
    .map(([english, text]) => patternOf(english, text))
    .sort((a, b) => b.given - a.given);
  const known = new Map<string, string | undefined>();

  const find = (sentence: string, depth: number): string | undefined => {
    const exact = whole.get(sentence);
    if (exact !== undefined || depth > DEEPEST) return exact;
    // Best where every part that is made of words is known too.
    let second: string | undefined;
    for (const pattern of patterns) {
      const values = pattern.matches.exec(sentence)?.slice(1);
      if (!values) continue;
      const said = values.map((value, at) => (isWords(pattern.names[at]!) ? find(value, depth + 1) : value));
      const filled = fill(
        pattern,
        said.map((value, at) => value ?? values[at]!),
      );
      if (!said.includes(undefined)) return filled;
      if (pattern.given >= LEAST_GIVEN) second ??= filled;
    }
    return second;
  };

  return (sentence) => {
    if (known.has(sentence)) return known.get(sentence);
    if (known.size >= MOST_KNOWN) known.clear();
    const found = find(sentence, 0);
    known.set(sentence, found);
    return found;
  };
}

const PART = /\{([A-Za-z]\w*)\}/;
const PARTS = /\{([A-Za-z]\w*)\}/g;

const isWords = (name: string) => /^[A-Z]/.test(name);

function patternOf(english: string, text: string): Pattern {
  const names = [...english.matchAll(PARTS)].map(([, name]) => name!);
  const given = english.split(PARTS).filter((_, at) => at % 2 === 0);
  const source = given.map((piece) => piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('(.+?)');
  return { matches: new RegExp(`^${source}$`, 's'), names, text, given: given.join('').length };
}

function fill({ names, text }: Pattern, values: readonly string[]): string {
  return text.replace(PARTS, (part, name: string) => values[names.indexOf(name)] ?? part);
}
