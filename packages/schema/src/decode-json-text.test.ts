import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodedError } from './coded-error';
import { decodeJsonText } from './decode-json-text';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));

function refusal(given: Uint8Array): CodedError {
  try {
    decodeJsonText(given);
  } catch (error) {
    if (error instanceof CodedError) return error;
  }
  throw new Error('it was not refused');
}

describe('bytes of JSON', () => {
  it('are read as they were written when they are UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const json = JSON.stringify(text);
        expect(decodeJsonText(Buffer.from(json))).toBe(json);
      }),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(decodeJsonText(bytes([0xef, 0xbb, 0xbf], '{"a":1}'))).toBe('{"a":1}');
  });

  it.each<[string, Uint8Array, string, number]>([
    ['a byte of Latin-1', bytes('{"a":["x","caf', [0xe9], '"]}'), '/a/1', 14],
    ['half a character', bytes('{"名":{"b":"', [0xe4, 0xb8], '"}}'), '/名/b', 13],
    ['an overlong slash', bytes('["', [0xc0, 0xaf], '"]'), '/0', 2],
    ['a surrogate', bytes('["�",{"c":"', [0xed, 0xa0, 0x80], '"}]'), '/1/c', 13],
    ['an end too soon', bytes('"', [0xf0, 0x9f, 0x98]), '', 1],
    ['a mark and a stray byte', bytes([0xef, 0xbb, 0xbf], '{"a":"', [0xff], '"}'), '/a', 9],
  ])('%s is refused with its place', (_name, given, path, offset) => {
    const error = refusal(given);
    expect(error.code).toBe('INVALID_JSON');
    expect(error.errors).toMatchObject([{ code: 'INVALID_UTF8', path }]);
    expect(error.message).toContain(`at byte ${offset};`);
  });
});
