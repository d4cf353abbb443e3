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
  const colours = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    style: (style, text) => (colours ? styleText(style, text) : text),
    canAsk: process.stdin.isTTY === true && process.stdout.isTTY === true,
  };
}
