import { describe, expect, it } from 'vitest';
import { createRedactor, secretsIn } from './redact';

describe('the log', () => {
  const redact = createRedactor(['pa"ss\\word', 's3cret/value', 'tiny', 'longer-s3cret/value']);

  it.each([
    ['a known secret', { msg: 'it is s3cret/value here' }, 's3cret'],
    ['one that JSON writes otherwise', { msg: 'it is pa"ss\\word' }, 'ss\\\\word'],
    ['one in an address', { url: 'http://x/?q=s3cret%2Fvalue' }, 's3cret'],
    ['one in base64', { header: Buffer.from('s3cret/value').toString('base64') }, 'czNjcmV0'],
    ['one that holds another', { msg: 'longer-s3cret/value' }, 'longer'],
    ['the password of a database', { msg: 'cannot reach postgresql://weft:hunter22@db/weft' }, 'hunter22'],
    ['a bearer token', { msg: 'sent Bearer abc.def-ghi' }, 'abc.def'],
    ['the header it stood in', { headers: { authorization: 'Custom zzz', Cookie: 'sid=1' } }, 'zzz'],
    ['a field with such a name', { config: { apiKey: 'k\\"1', dbPassword: 'hunter22' } }, 'hunter22'],
    ['the token of a sign-in link', { url: '/sign-in?token=abcdef&next=/' }, 'abcdef'],
  ])('masks %s', (_, fields, secret) => {
    const line = JSON.stringify(fields);
    expect(line).toContain(secret);
    const masked = redact(line);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('•••');
    expect(() => JSON.parse(masked)).not.toThrow();
  });

  it.each([
    [
      'ids and ordinary words',
      { runId: 'r-1', node: 'fetch', msg: 'a run ended: completed', tokens: 12, key: 'a' },
    ],
    ['addresses without a password', { url: 'https://example.com:8080/a?page=2' }],
    ['what is too short to be told from text', { msg: 'tiny' }],
  ])('leaves %s alone', (_, fields) => {
    const line = JSON.stringify(fields);
    expect(redact(line)).toBe(line);
  });

  it.each([
    ['letters', 'a'],
    ['signs of an address', 'a.'],
    ['beginnings of addresses', 'a://'],
  ])('gets through a line of a million %s', (_, word) => {
    const line = word.repeat(1_000_000 / word.length);
    expect(redact(`${line} postgres://weft:pass@db`)).toBe(`${line} postgres://weft:•••@db`);
  });

  it('knows the secrets of an environment by their names, and passwords inside addresses', () => {
    expect(
      secretsIn({
        WEFTWORK_SECRET_CRM: 'one',
        WEFTWORK_TOKEN: 'two',
        WEFTWORK_OPENAI_API_KEY: 'three',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=four',
        DATABASE_URL: 'postgres://weft:fi%2Fve@db/weft',
        REDIS_URL: 'redis://:six@redis:6379',
        WEFTWORK_CONNECTION_SALES: 'postgres://reader:seven@sales/db',
        PATH: '/usr/bin',
        EMPTY_TOKEN: '',
      }),
    ).toEqual(['one', 'two', 'three', 'x-key=four', 'fi%2Fve', 'fi/ve', 'six', 'six', 'seven', 'seven']);
  });
});
