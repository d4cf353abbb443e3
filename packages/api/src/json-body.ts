import { CodedError, type ErrorDetail, jsonPointer } from '@weftwork/schema';

/** Deeper than any graph may be, shallow enough for every recursion behind it. */
const MAX_BODY_DEPTH = 512;
/** Up to this many keys a list is searched faster than a set. */
const FEW_KEYS = 8;

/**
 * Parses a request body. Refuses keys that stand twice in one object, which `JSON.parse` would hide, the key
 * `__proto__`, and nesting beyond every use. Throws `INVALID_JSON` or `INVALID_FIELD` with the path.
 */
export function parseJsonBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CodedError('INVALID_JSON', 'The body is not valid JSON.', { cause });
  }
  const problem = findProblem(text);
  if (!problem) return value;
  const code = problem.code === 'FORBIDDEN_KEY' ? 'INVALID_FIELD' : 'INVALID_JSON';
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
function findProblem(text: string): ErrorDetail | undefined {
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
