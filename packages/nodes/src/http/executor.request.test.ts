import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { createFakeContext } from '../shared/fake-context';
import { failure, json, useHttpTarget } from './testing/http-target';

const target = useHttpTarget();

describe('the request', () => {
  it('encodes each value for its place', async () => {
    target.answer = json({});
    await target.call({
      method: 'POST',
      url: `${target.base}/users/{id}/files/{name}`,
      pathParams: { id: 'a/b?c#d', name: '专 题' },
      query: { q: 'x&y=1', list: [1, 'b'], none: null, flag: true },
      headers: { 'X-Note': 'plain', Skip: null, 'X-N': 3 },
      cookies: { sid: 'abc', text: 'a;b ü' },
      body: { type: 'json', value: { 名: ['a', null, 1.5] } },
    });
    const [request] = target.seen;
    expect(request).toMatchObject({
      method: 'POST',
      url: '/users/a%2Fb%3Fc%23d/files/%E4%B8%93%20%E9%A2%98?q=x%26y%3D1&list=1&list=b&flag=true',
      body: '{"名":["a",null,1.5]}',
    });
    expect(request!.headers).toMatchObject({
      'x-note': 'plain',
      'x-n': '3',
      cookie: 'sid=abc; text=a%3Bb%20%C3%BC',
      'content-type': 'application/json',
    });
    expect(request!.headers).not.toHaveProperty('skip');
  });

  it('sends forms and text', async () => {
    target.answer = json({});
    await target.call({ method: 'POST', body: { type: 'form', value: { a: 'x y&z', b: [1, 2], c: null } } });
    await target.call({
      method: 'PUT',
      body: { type: 'text', value: '专题' },
      headers: { 'content-type': 'text/markdown' },
    });
    await target.call({ method: 'POST', body: { value: [1] } });
    await target.call({ method: 'DELETE', body: { type: 'none' } });
    expect(target.seen.map((request) => [request.headers['content-type'], request.body])).toEqual([
      ['application/x-www-form-urlencoded', 'a=x+y%26z&b=1&b=2'],
      ['text/markdown', '专题'],
      ['application/json', '[1]'],
      [undefined, ''],
    ]);
  });

  it('sends artifacts as files of a multipart body', async () => {
    target.answer = json({});
    const ctx = createFakeContext();
    const artifact = await ctx.saveArtifact({
      name: 'a"b\r\n.txt',
      mimeType: 'text/plain',
      bytes: Buffer.from('文'),
    });
    const body = { type: 'multipart', value: { note: 'hello', file: { ...artifact }, more: ['1', '2'] } };
    await target.call({ method: 'POST', body }, ctx);
    const boundary = /boundary=(.*)$/.exec(target.seen[0]!.headers['content-type']!)![1]!;
    expect(target.seen[0]!.body.split(`--${boundary}`).map((part) => part.trim())).toEqual([
      '',
      'Content-Disposition: form-data; name="note"\r\n\r\nhello',
      'Content-Disposition: form-data; name="file"; filename="a%22b%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\n文',
      'Content-Disposition: form-data; name="more"\r\n\r\n1',
      'Content-Disposition: form-data; name="more"\r\n\r\n2',
      '--',
    ]);
  });

  it('resolves secrets in headers and cookies, and masks them in errors', async () => {
    target.answer = (request, response) => {
      response.writeHead(500).end(`you sent ${request.headers.authorization}`);
    };
    const ctx = createFakeContext({ secrets: { TOKEN: 'Bearer s3cret' } });
    const config = {
      headers: { Authorization: { $secret: 'TOKEN' } },
      cookies: { sid: { $secret: 'TOKEN' } },
    };
    await target.call(config, ctx);
    expect(target.seen[0]!.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      cookie: 'sid=Bearer%20s3cret',
    });
    expect((await failure(target.call({ ...config, expect: '2xx' }, ctx))).message).toBe(
      `GET ${target.base}/ answered 500: you sent •••`,
    );
    const missing = await failure(target.call({ headers: { 'x-key': { $secret: 'NONE' } } }));
    expect(missing).toMatchObject({ code: 'SECRET_MISSING', outcome: 'notSent' });
    expect(missing.extra.field).toBe('/config/headers/x-key');
  });

  it('sends an idempotency key when asked to', async () => {
    target.answer = json({});
    await target.call({ method: 'POST', idempotencyKey: true });
    await target.call({ method: 'POST' });
    expect(target.seen.map((request) => request.headers['idempotency-key'])).toEqual([
      'run-1/node',
      undefined,
    ]);
  });

  it('says which span of the run calls, unless the node says something else', async () => {
    target.answer = json({});
    const ctx = createFakeContext({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
    await target.call({}, ctx);
    await target.call({ headers: { traceparent: 'mine' } }, ctx);
    await target.call({});
    expect(target.seen.map((request) => request.headers.traceparent)).toEqual([
      ctx.traceparent,
      'mine',
      undefined,
    ]);
  });

  const refusedHeaders: [string, JsonObject][] = [
    ['a line break', { 'X-A': 'a\r\nX-Evil: 1' }],
    ['a bare line feed', { 'X-A': 'a\nb' }],
    ['a NUL', { 'X-A': 'a\0b' }],
    ['text beyond Latin-1', { 'X-A': '专题' }],
    ['a name with a colon', { 'X-A: 1\r\nX-B': 'x' }],
    ['an empty name', { '': 'x' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Content-Length', { 'content-length': '5' }],
    ['a list with a break', { 'X-A': ['ok', 'a\rb'] }],
  ];
  it.each(refusedHeaders)('refuses headers with %s', async (_name, headers) => {
    expect(await failure(target.call({ headers }))).toMatchObject({
      code: 'HTTP_HEADER_INVALID',
      outcome: 'notSent',
      extra: { field: `/config/headers/${Object.keys(headers)[0]}` },
    });
    expect(target.seen).toEqual([]);
  });

  it('never shows the secret that does not fit into a header', async () => {
    const ctx = createFakeContext({ secrets: { BAD: 'hidden\nvalue' } });
    const error = await failure(target.call({ headers: { 'x-key': { $secret: 'BAD' } } }, ctx));
    expect(error.code).toBe('HTTP_HEADER_INVALID');
    expect(error.message).not.toContain('hidden');
  });

  const refusedUrls: [string, JsonObject][] = [
    ['an empty parameter', { url: 'http://127.0.0.1/users/{id}', pathParams: { id: '' } }],
    ['a null parameter', { url: 'http://127.0.0.1/users/{id}', pathParams: { id: null } }],
    ['dots', { url: 'http://127.0.0.1/a/{id}/b', pathParams: { id: '..' } }],
    ['dots in two holes', { url: 'http://127.0.0.1/a/{x}{y}/b', pathParams: { x: '.', y: '.' } }],
    ['a lone surrogate', { url: 'http://127.0.0.1/{id}', pathParams: { id: '\ud800' } }],
    ['a hole in the host', { url: 'http://{id}/a', pathParams: { id: '127.0.0.1' } }],
    ['another scheme', { url: 'file:///etc/passwd' }],
    ['credentials', { url: 'http://user:pass@127.0.0.1/' }],
    ['no host', { url: 'http://' }],
  ];
  it.each(refusedUrls)('refuses a URL with %s', async (_name, config) => {
    expect(await failure(target.call(config))).toMatchObject({
      code: 'HTTP_URL_INVALID',
      outcome: 'notSent',
      extra: { field: expect.stringMatching(/^\/config\/(url$|pathParams)/) },
    });
  });

  it('insists on objects where a template gave something else', async () => {
    expect((await failure(target.call({ headers: 'x' }))).code).toBe('HTTP_HEADER_INVALID');
    expect(await failure(target.call({ query: [1] }))).toMatchObject({
      code: 'HTTP_URL_INVALID',
      extra: { field: '/config/query' },
    });
    const body = { type: 'form', value: 'x' };
    expect((await failure(target.call({ method: 'POST', body }))).code).toBe('HTTP_BODY_INVALID');
  });
});
