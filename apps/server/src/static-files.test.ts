import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { precompress } from '../../../scripts/lib/precompress.mjs';
import { createStudio } from './studio';

const SCRIPT = `// 世界\n${'export const one = 1;\n'.repeat(200)}`;
const app = fastify();
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'weftwork-static-'));
  const files = join(dir, '.next/static');
  await mkdir(join(files, 'chunks'), { recursive: true });
  await writeFile(join(files, 'chunks/a.js'), SCRIPT);
  await writeFile(join(files, 'chunks/gzip-only.css'), SCRIPT);
  await writeFile(join(files, 'chunks/small.js'), '1');
  await writeFile(join(files, 'chunks/picture.png'), SCRIPT);
  await writeFile(join(dir, '.next/secret.js'), 'secret');
  await precompress(files);
  await rm(join(files, 'chunks/gzip-only.css.br'));
  createStudio(dir).mount(app, (host) => host === 'ours');
  await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true, force: true });
});

/** As it is written, where `fetch` would tidy the address and unpack the answer. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((done, fail) =>
    request({ port, host: '127.0.0.1', path, method, headers: { host: 'ours', ...headers } }, done)
      .once('error', fail)
      .end(),
  );
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, plain: (bytes: Buffer) => bytes };

describe('a file of the pages', () => {
  it.each([
    ['a.js', 'gzip, deflate, br, zstd', 'br'],
    ['a.js', 'GZIP, BR', 'br'],
    ['a.js', 'br;q=0.1, gzip', 'gzip'],
    ['a.js', 'br;q=0, gzip;q=0.5', 'gzip'],
    ['a.js', 'gzip', 'gzip'],
    ['a.js', '*', 'br'],
    ['a.js', 'deflate, zstd', 'plain'],
    ['a.js', '', 'plain'],
    ['a.js', undefined, 'plain'],
    ['gzip-only.css', 'gzip, br', 'gzip'],
    ['gzip-only.css', 'br', 'plain'],
    ['small.js', 'gzip, br', 'plain'],
    ['picture.png', 'gzip, br', 'plain'],
  ] as const)('%s comes to who accepts %s as %s', async (name, accepted, encoding) => {
    const headers: Record<string, string> = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const answer = await ask(`/_next/static/chunks/${name}`, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding === 'plain' ? undefined : encoding);
    expect(unpack[encoding](answer.body).toString()).toBe(name === 'small.js' ? '1' : SCRIPT);
    expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  });

  it('may be kept for good, by its encoding, and says what it is', async () => {
    const { headers } = await ask('/_next/static/chunks/a.js?v=1', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("script-src 'self';"),
    });
    const css = await ask('/_next/static/chunks/gzip-only.css', { 'accept-encoding': 'gzip' });
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
  });

  it('is not sent again to who has it', async () => {
    const first = await ask('/_next/static/chunks/a.js', { 'accept-encoding': 'br' });
    const again = { 'accept-encoding': 'br', 'if-none-match': first.headers.etag as string };
    const second = await ask('/_next/static/chunks/a.js', again);
    expect([second.status, second.body.length]).toEqual([304, 0]);
    expect(second.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answers HEAD with the headers of GET alone', async () => {
    const headers = { 'accept-encoding': 'br' };
    const get = await ask('/_next/static/chunks/a.js', headers);
    const head = await ask('/_next/static/chunks/a.js', headers, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'cache-control']) {
      expect(head.headers[name], name).toBe(get.headers[name]);
    }
  });

  it.each([
    '/_next/static/chunks/none.js',
    '/_next/static/chunks/',
    '/_next/static/chunks',
    '/_next/static/',
    '/_next/static/../secret.js',
    '/_next/static/chunks/../../secret.js',
    '/_next/static/..%2fsecret.js',
    '/_next/static/%2e%2e/secret.js',
    '/_next/static/chunks%2f..%2f..%2fsecret.js',
    '/_next/static/..%5csecret.js',
    '/_next/static/%2fetc/passwd',
    '/_next/static//etc/passwd',
    '/_next/static/chunks/a.js%00',
  ])('is not at %s, which is told as a problem', async (path) => {
    for (const encoding of ['br', '']) {
      const answer = await ask(path, { 'accept-encoding': encoding });
      expect(answer.status).toBe(404);
      expect(answer.headers['cache-control']).toBeUndefined();
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('is refused under a host name that is not ours', async () => {
    const answer = await ask('/_next/static/chunks/a.js', { host: 'theirs' });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'HOST_REFUSED' });
  });
});
