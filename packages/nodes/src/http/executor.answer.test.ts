import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFakeContext } from '../shared/fake-context';
import { failure, json, useHttpTarget } from './testing/http-target';

const target = useHttpTarget();

describe('the answer', () => {
  it('is status, headers, body and url', async () => {
    target.answer = (_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(201, { 'content-type': 'application/json', 'x-two': ['1', '2'] }).end('{"ok":true}');
    };
    const { data } = await target.call({ url: `${target.base}/things` });
    expect(data).toMatchObject({ status: 201, body: { ok: true }, url: `${target.base}/things` });
    expect(data.headers).toMatchObject({ 'x-two': '1, 2', 'set-cookie': ['a=1', 'b=2'] });
  });

  it('is data whatever its status, unless 2xx is expected', async () => {
    target.answer = json({ oops: 1 }, 503);
    expect((await target.call({})).data).toMatchObject({ status: 503, body: { oops: 1 } });
    const error = await failure(target.call({ expect: '2xx' }));
    expect(error).toMatchObject({
      code: 'HTTP_STATUS',
      outcome: 'answered',
      retryKinds: ['status:503', 'status:5xx', 'transient'],
    });
    expect(error.message).toBe(`GET ${target.base}/ answered 503: {"oops":1}`);
    target.answer = json({}, 429);
    expect((await failure(target.call({ expect: '2xx' }))).retryKinds).toEqual([
      'status:429',
      'status:4xx',
      'rate_limit',
    ]);
    target.answer = json({}, 404);
    expect((await failure(target.call({ expect: '2xx' }))).retryKinds).toEqual(['status:404', 'status:4xx']);
  });

  it.each([
    [401, '/config/headers'],
    [404, '/config/url'],
    [405, '/config/method'],
    [500, undefined],
  ])('of status %i leads to %s', async (status, field) => {
    target.answer = json({}, status);
    expect((await failure(target.call({ expect: '2xx' }))).extra.field).toBe(field);
  });

  it('has no body for HEAD and 204', async () => {
    target.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 999_999_999 }).end();
    };
    expect((await target.call({ method: 'HEAD' })).data).toMatchObject({ status: 200, body: null });
    target.answer = (_, response) => {
      response.writeHead(204).end();
    };
    expect((await target.call({})).data).toMatchObject({ status: 204, body: null });
  });
});

describe('bodies (B59)', () => {
  const gbk = Buffer.from([0xd7, 0xa8, 0xcc, 0xe2]); // 专题
  const euro = Buffer.from([0xa4, 0x20, 0xe9]); // "€ é" in ISO-8859-15
  const utf16 = Buffer.from('\ufeff{"a":"ü"}', 'utf16le');
  const text = 'Küçük 专题';
  const cases: [string, Record<string, string>, Buffer, unknown][] = [
    ['UTF-8 text', { 'content-type': 'text/plain; charset=utf-8' }, Buffer.from(text), text],
    ['text without a charset', { 'content-type': 'text/plain' }, Buffer.from('Küçük'), 'Küçük'],
    ['no content type at all', {}, Buffer.from('Küçük'), 'Küçük'],
    ['gbk', { 'content-type': 'text/html; charset=GBK' }, gbk, '专题'],
    ['iso-8859-15', { 'content-type': 'text/plain; charset="iso-8859-15"' }, euro, '€ é'],
    ['Latin-1 that says nothing', { 'content-type': 'text/plain' }, Buffer.from([0x63, 0xe9]), 'cé'],
    ['an unknown charset', { 'content-type': 'text/plain; charset=klingon' }, Buffer.from('é'), 'é'],
    [
      'a page that names its charset',
      { 'content-type': 'text/html' },
      Buffer.concat([Buffer.from('<meta charset="gbk">'), gbk]),
      '<meta charset="gbk">专题',
    ],
    ['JSON in UTF-16', { 'content-type': 'application/json' }, utf16, { a: 'ü' }],
    ['JSON by suffix', { 'content-type': 'application/problem+json; x=1' }, Buffer.from('[1]'), [1]],
    ['JSON with a mark', { 'content-type': 'application/json' }, Buffer.from('\ufeff{"a":1}'), { a: 1 }],
    ['XML', { 'content-type': 'application/atom+xml' }, Buffer.from('<a/>'), '<a/>'],
    ['gzip', { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, gzipSync(text), text],
    ['brotli', { 'content-type': 'text/plain', 'content-encoding': 'br' }, brotliCompressSync(text), text],
    ['deflate', { 'content-type': 'text/plain', 'content-encoding': 'deflate' }, deflateSync(text), text],
    [
      'raw deflate',
      { 'content-type': 'text/plain', 'content-encoding': 'deflate' },
      deflateRawSync(text),
      text,
    ],
    [
      'two encodings',
      { 'content-type': 'text/plain', 'content-encoding': 'gzip, br' },
      brotliCompressSync(gzipSync(text)),
      text,
    ],
    ['an empty body', { 'content-type': 'application/json' }, Buffer.alloc(0), null],
  ];
  it.each(cases)('reads %s', async (_name, headers, bytes, expected) => {
    target.answer = (_, response) => {
      response.writeHead(200, headers).end(bytes);
    };
    expect((await target.call({})).data.body).toEqual(expected);
  });

  const files: [string, Record<string, string>, string, string][] = [
    ['/img/a%20b.png', { 'content-type': 'image/png' }, 'a b.png', 'image/png'],
    [
      '/x',
      {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''%E4%B8%93%E9%A2%98.pdf`,
      },
      '专题.pdf',
      'application/pdf',
    ],
    [
      '/x',
      { 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="../../etc/passwd"' },
      'passwd',
      'application/zip',
    ],
    ['/', {}, 'download', 'application/octet-stream'],
  ];
  it.each(files)('keeps binary of %s as an artifact', async (path, headers, name, mimeType) => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
    target.answer = (_, response) => {
      response.writeHead(200, headers).end(bytes);
    };
    const ctx = createFakeContext();
    const result = await target.call({ url: target.base + path }, ctx);
    expect(result.artifacts).toMatchObject([{ name, mimeType }]);
    expect(result.data.body).toEqual(result.artifacts[0]);
    expect(ctx.files.get(result.artifacts[0]!.artifactId)?.bytes).toEqual(bytes);
  });

  it('fails on JSON that is none, but keeps an error page with a warning', async () => {
    target.answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    };
    expect(await failure(target.call({}))).toMatchObject({ code: 'HTTP_BODY_INVALID', outcome: 'answered' });
    target.answer = (_, response) => {
      response.writeHead(502, { 'content-type': 'application/json' }).end('<html>');
    };
    const result = await target.call({});
    expect(result.data).toMatchObject({ status: 502, body: '<html>' });
    expect(result.warnings).toMatchObject([{ code: 'HTTP_BODY_INVALID' }]);
  });

  it.each(['{"a":{"__proto__":{"x":1}}}', '{"\\u005f\\u005fproto__":1}'])(
    'refuses %s (SEC21)',
    async (body) => {
      target.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      };
      expect((await failure(target.call({}))).code).toBe('HTTP_BODY_INVALID');
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  it('stops at maxBytes, announced, streamed or unpacked', async () => {
    target.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 2_000 }).end('x'.repeat(2_000));
    };
    expect((await failure(target.call({ maxBytes: 1_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
    let closed!: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    target.answer = (_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(400)), 5);
      response.on('close', () => {
        clearInterval(timer);
        closed();
      });
    };
    expect((await failure(target.call({ maxBytes: 1_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
    await socketClosed;
    target.answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    };
    expect((await failure(target.call({ maxBytes: 10_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
  });

  it('refuses an encoding it does not know and one that is broken', async () => {
    for (const encoding of ['zstd', 'gzip']) {
      target.answer = (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end('not packed');
      };
      expect((await failure(target.call({}))).code).toBe('HTTP_BODY_INVALID');
    }
  });
});
