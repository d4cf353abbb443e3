import {
  CodedError,
  decodeJsonText,
  type ErrorDetail,
  isUnsafeInteger,
  jsonPointer,
  unsafeIntegerMessage,
} from '@weftwork/schema';

/** Deeper than any graph may be, shallow enough for every recursion behind it. */
const MAX_BODY_DEPTH = 512;
/** Fewer digits are a safe integer. */
const FEWEST_UNSAFE_DIGITS = 16;
/** Up to this many keys a list is searched faster than a set. */
const FEW_KEYS = 8;

/** Problems of JSON as such; the others are of a value that JSON can hold and we do not take. */
const NO_JSON: ReadonlySet<string> = new Set(['DUPLICATE_KEY', 'TOO_DEEP']);

export interface JsonBodyOptions {
  /**
   * Lets integers beyond the safe range pass that read back as they were written: a draft may hold them, and the check
   * of the graph reports them where the person sees it.
   */
  readonly graph?: boolean;
}

/**
 * Parses a request body. Refuses what `JSON.parse` would hide (bytes that are no UTF-8, keys that stand twice in one
 * object, integers that it rounds), the key `__proto__`, and nesting beyond every use. Throws `INVALID_JSON` or
 * `INVALID_FIELD` with the path.
 */
export function parseJsonBody(body: string | Uint8Array, options: JsonBodyOptions = {}): unknown {
  const text = typeof body === 'string' ? body : decodeJsonText(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CodedError('INVALID_JSON', 'The body is not valid JSON.', { cause });
  }
  const problem = findProblem(text, options.graph === true);
  if (!problem) return value;
  const code = NO_JSON.has(problem.code) ? 'INVALID_JSON' : 'INVALID_FIELD';
  throw new CodedError(code, problem.message, { errors: [problem] });
}

interface Frame {
  /** Keys so far; undefined in an array. */
  keys: string[] | undefined;
  many: Set<string> | undefined;
  awaitsKey: boolean;
  at: string | number;
}

/** One pass over text that is known to be valid JSON. */
function findProblem(text: string, graph: boolean): ErrorDetail | undefined {
  const frames: Frame[] = [];
  let top: Frame | undefined;
  const pointer = () => jsonPointer(frames.map((frame) => frame.at));

  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: {
        const end = closingQuote(text, index);
        if (top?.awaitsKey) {
          const key = readKey(text.slice(index + 1, end));
          top.at = key;
          top.awaitsKey = false;
          if (key === '__proto__') {
            return {
              code: 'FORBIDDEN_KEY',
              path: pointer(),
              message: 'The key "__proto__" is not allowed; rename it.',
            };
          }
          if (!addKey(top, key)) {
            const message = `The key "${key}" stands twice in one object; keep one.`;
            return { code: 'DUPLICATE_KEY', path: pointer(), message };
          }
        }
        index = end;
        break;
      }
      case 0x7b:
        top = { keys: [], many: undefined, awaitsKey: true, at: '' };
        frames.push(top);
        break;
      case 0x5b:
        top = { keys: undefined, many: undefined, awaitsKey: false, at: 0 };
        frames.push(top);
        break;
      case 0x7d:
      case 0x5d:
        frames.pop();
        top = frames.at(-1);
        break;
      case 0x2c:
        if (top?.keys) top.awaitsKey = true;
        else if (top) top.at = (top.at as number) + 1;
        break;
      default:
        if (isDigit(text.charCodeAt(index))) {
          const end = numberEnd(text, index);
          if (end - index >= FEWEST_UNSAFE_DIGITS) {
            const written = text.slice(text[index - 1] === '-' ? index - 1 : index, end);
            if (isUnsafeInteger(written) && !(graph && String(Number(written)) === written)) {
              return { code: 'NUMBER_NOT_EXACT', path: pointer(), message: unsafeIntegerMessage(written) };
            }
          }
          index = end - 1;
        }
    }
    if (frames.length > MAX_BODY_DEPTH) {
      return {
        code: 'TOO_DEEP',
        path: '',
        message: `The body is nested deeper than ${MAX_BODY_DEPTH} levels.`,
      };
    }
  }
  return undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Where a number that begins with a digit at `start` is over. */
function numberEnd(text: string, start: number): number {
  let end = start + 1;
  for (;;) {
    const code = text.charCodeAt(end);
    const goesOn =
      isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
    if (!goesOn) return end;
    end += 1;
  }
}

function closingQuote(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
}

function readKey(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

function addKey(frame: Frame, key: string): boolean {
  const keys = frame.keys!;
  if (frame.many) {
    if (frame.many.has(key)) return false;
    frame.many.add(key);
    return true;
  }
  if (keys.includes(key)) return false;
  keys.push(key);
  if (keys.length > FEW_KEYS) frame.many = new Set(keys);
  return true;
}
