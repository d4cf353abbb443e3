import { getLocation } from 'jsonc-parser';
import { CodedError } from './coded-error';
import { jsonPointer } from './json';

const strict = new TextDecoder('utf-8', { fatal: true });
const lenient = new TextDecoder('utf-8');

/**
 * The text of JSON that came as bytes, without its byte order mark. Throws `INVALID_JSON` with the path of the first
 * bytes that are no UTF-8, which lenient decoders turn into U+FFFD silently.
 */
export function decodeJsonText(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch (cause) {
    const { path, offset } = firstInvalid(bytes);
    const message = `The text is not valid UTF-8 at byte ${offset}; write it in UTF-8.`;
    throw new CodedError('INVALID_JSON', message, {
      cause,
      errors: [{ code: 'INVALID_UTF8', path, message }],
    });
  }
}

function firstInvalid(bytes: Uint8Array): { path: string; offset: number } {
  const again = new TextEncoder().encode(lenient.decode(bytes));
  const skipped = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let offset = skipped;
  while (offset < bytes.length && bytes[offset] === again[offset - skipped]) offset += 1;
  const before = lenient.decode(bytes.subarray(0, offset));
  return { path: jsonPointer(getLocation(before, before.length).path), offset };
}
