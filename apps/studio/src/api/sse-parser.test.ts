import { describe, expect, it } from 'vitest';
import { createSseParser } from './sse-parser';

const TEXT =
  'id: 1\ndata: {"a":1}\n\n: heartbeat\n\nevent: gap\r\ndata: one\r\ndata: two\r\n\r\nid:2\ndata:x\n\n';
const FRAMES = [
  { id: '1', event: undefined, data: '{"a":1}' },
  { id: undefined, event: 'gap', data: 'one\ntwo' },
  { id: '2', event: undefined, data: 'x' },
];

describe('the parser of server-sent events', () => {
  it.each([1, 2, 3, 7, 1000])('reads the same frames from pieces of %i characters', (size) => {
    const parser = createSseParser();
    const frames = [];
    for (let at = 0; at < TEXT.length; at += size) frames.push(...parser.push(TEXT.slice(at, at + size)));
    expect(frames).toEqual(FRAMES);
  });

  it('keeps an unfinished frame back', () => {
    const parser = createSseParser();
    expect(parser.push('data: half\n')).toEqual([]);
    expect(parser.push('\n')).toHaveLength(1);
  });
});
