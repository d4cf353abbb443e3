import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where a command writes: results to `out`, everything that is said beside them to `err`. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Marks text for people; leaves it alone where nobody would see colours. */
  style(style: Style, text: string): string;
  /** Whether a question would reach a person. */
  readonly canAsk: boolean;
}

export function createTerminal(): Terminal {
  widenUnsized(process.stdout);
  const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    style: (style, text) => (colours ? styleText(style, text) : text),
    canAsk: process.stdin.isTTY === true && process.stdout.isTTY === true,
  };
}

/** A terminal that nobody sized says 0 columns, and questions would put every letter on a line of its own. */
function widenUnsized(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return;
  if (stream.columns === 0) stream.columns = 80;
  if (stream.rows === 0) stream.rows = 24;
}
