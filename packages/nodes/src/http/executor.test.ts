import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { NodeError } from '@weftwork/runtime';
import type { JsonObject, NodeResult } from '@weftwork/schema';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFakeContext, type FakeContext } from '../shared/fake-context';
import { httpDefinition } from './definition';
import { createHttpExecutor, type HttpExecutor } from './executor';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let answer: RequestListener;
const seen: Seen[] = [];
const servers: { close(): unknown }[] = [];
let base: string;
let executor: HttpExecutor;

function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

function recording(handler: RequestListener): RequestListener {
  return (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      handler(request, response);
    });
  };
}

beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(createServer(recording((...args) => answer(...args))))}`;
  executor = createHttpExecutor({ allow: ['127.0.0.1'] });
});
afterEach(() => {
  seen.length = 0;
});
afterAll(async () => {
  await executor.close();
  for (const server of servers) server.close();
});

function call(config: JsonObject, ctx: FakeContext = createFakeContext()): Promise<NodeResult> {
  return executor.execute({ ...httpDefinition.defaults, method: 'GET', url: `${base}/`, ...config }, ctx);
}

async function failure(promise: Promise<unknown>): Promise<NodeError> {
  const error = await promise.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw error;
  return error;
}

const json =
  (value: unknown, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

describe('the answer', () => {
  it('is status, headers, body and url', async () => {
    answer = (_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2']);
      response.writeHead(201, { 'content-type': 'application/json', 'x-two': ['1', '2'] }).end('{"ok":true}');
    };
    const { data } = await call({ url: `${base}/things` });
    expect(data).toMatchObject({ status: 201, body: { ok: true }, url: `${base}/things` });
    expect(data.headers).toMatchObject({ 'x-two': '1, 2', 'set-cookie': ['a=1', 'b=2'] });
  });

  it('is data whatever its status, unless 2xx is expected', async () => {
    answer = json({ oops: 1 }, 503);
    expect((await call({})).data).toMatchObject({ status: 503, body: { oops: 1 } });
    const error = await failure(call({ expect: '2xx' }));
    expect(error).toMatchObject({
      code: 'HTTP_STATUS',
      outcome: 'answered',
      retryKinds: ['status:503', 'status:5xx', 'transient'],
    });
    expect(error.message).toBe(`GET ${base}/ answered 503: {"oops":1}`);
    answer = json({}, 429);
    expect((await failure(call({ expect: '2xx' }))).retryKinds).toEqual([
      'status:429',
      'status:4xx',
      'rate_limit',
    ]);
    answer = json({}, 404);
    expect((await failure(call({ expect: '2xx' }))).retryKinds).toEqual(['status:404', 'status:4xx']);
  });

  it('has no body for HEAD and 204', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 999_999_999 }).end();
    };
    expect((await call({ method: 'HEAD' })).data).toMatchObject({ status: 200, body: null });
    answer = (_, response) => {
      response.writeHead(204).end();
    };
    expect((await call({})).data).toMatchObject({ status: 204, body: null });
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
    answer = (_, response) => {
      response.writeHead(200, headers).end(bytes);
    };
    expect((await call({})).data.body).toEqual(expected);
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
    answer = (_, response) => {
      response.writeHead(200, headers).end(bytes);
    };
    const ctx = createFakeContext();
    const result = await call({ url: base + path }, ctx);
    expect(result.artifacts).toMatchObject([{ name, mimeType }]);
    expect(result.data.body).toEqual(result.artifacts[0]);
    expect(ctx.files.get(result.artifacts[0]!.artifactId)?.bytes).toEqual(bytes);
  });

  it('fails on JSON that is none, but keeps an error page with a warning', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>');
    };
    expect(await failure(call({}))).toMatchObject({ code: 'HTTP_BODY_INVALID', outcome: 'answered' });
    answer = (_, response) => {
      response.writeHead(502, { 'content-type': 'application/json' }).end('<html>');
    };
    const result = await call({});
    expect(result.data).toMatchObject({ status: 502, body: '<html>' });
    expect(result.warnings).toMatchObject([{ code: 'HTTP_BODY_INVALID' }]);
  });

  it.each(['{"a":{"__proto__":{"x":1}}}', '{"\\u005f\\u005fproto__":1}'])(
    'refuses %s (SEC21)',
    async (body) => {
      answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      };
      expect((await failure(call({}))).code).toBe('HTTP_BODY_INVALID');
      expect(({} as { x?: unknown }).x).toBeUndefined();
    },
  );

  it('stops at maxBytes, announced, streamed or unpacked', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 2_000 }).end('x'.repeat(2_000));
    };
    expect((await failure(call({ maxBytes: 1_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
    let closed!: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    answer = (_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(400)), 5);
      response.on('close', () => {
        clearInterval(timer);
        closed();
      });
    };
    expect((await failure(call({ maxBytes: 1_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
    await socketClosed;
    answer = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(1_000_000)));
    };
    expect((await failure(call({ maxBytes: 10_000 }))).code).toBe('HTTP_BODY_TOO_LARGE');
  });

  it('refuses an encoding it does not know and one that is broken', async () => {
    for (const encoding of ['zstd', 'gzip']) {
      answer = (_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end('not packed');
      };
      expect((await failure(call({}))).code).toBe('HTTP_BODY_INVALID');
    }
  });
});

describe('the request', () => {
  it('encodes each value for its place', async () => {
    answer = json({});
    await call({
      method: 'POST',
      url: `${base}/users/{id}/files/{name}`,
      pathParams: { id: 'a/b?c#d', name: '专 题' },
      query: { q: 'x&y=1', list: [1, 'b'], none: null, flag: true },
      headers: { 'X-Note': 'plain', Skip: null, 'X-N': 3 },
      cookies: { sid: 'abc', text: 'a;b ü' },
      body: { type: 'json', value: { 名: ['a', null, 1.5] } },
    });
    const [request] = seen;
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
    answer = json({});
    await call({ method: 'POST', body: { type: 'form', value: { a: 'x y&z', b: [1, 2], c: null } } });
    await call({
      method: 'PUT',
      body: { type: 'text', value: '专题' },
      headers: { 'content-type': 'text/markdown' },
    });
    await call({ method: 'POST', body: { value: [1] } });
    await call({ method: 'DELETE', body: { type: 'none' } });
    expect(seen.map((request) => [request.headers['content-type'], request.body])).toEqual([
      ['application/x-www-form-urlencoded', 'a=x+y%26z&b=1&b=2'],
      ['text/markdown', '专题'],
      ['application/json', '[1]'],
      [undefined, ''],
    ]);
  });

  it('sends artifacts as files of a multipart body', async () => {
    answer = json({});
    const ctx = createFakeContext();
    const artifact = await ctx.saveArtifact({
      name: 'a"b\r\n.txt',
      mimeType: 'text/plain',
      bytes: Buffer.from('文'),
    });
    const body = { type: 'multipart', value: { note: 'hello', file: { ...artifact }, more: ['1', '2'] } };
    await call({ method: 'POST', body }, ctx);
    const boundary = /boundary=(.*)$/.exec(seen[0]!.headers['content-type']!)![1]!;
    expect(seen[0]!.body.split(`--${boundary}`).map((part) => part.trim())).toEqual([
      '',
      'Content-Disposition: form-data; name="note"\r\n\r\nhello',
      'Content-Disposition: form-data; name="file"; filename="a%22b%0D%0A.txt"\r\nContent-Type: text/plain\r\n\r\n文',
      'Content-Disposition: form-data; name="more"\r\n\r\n1',
      'Content-Disposition: form-data; name="more"\r\n\r\n2',
      '--',
    ]);
  });

  it('resolves secrets in headers and cookies, and masks them in errors', async () => {
    answer = (request, response) => {
      response.writeHead(500).end(`you sent ${request.headers.authorization}`);
    };
    const ctx = createFakeContext({ secrets: { TOKEN: 'Bearer s3cret' } });
    const config = {
      headers: { Authorization: { $secret: 'TOKEN' } },
      cookies: { sid: { $secret: 'TOKEN' } },
    };
    await call(config, ctx);
    expect(seen[0]!.headers).toMatchObject({ authorization: 'Bearer s3cret', cookie: 'sid=Bearer%20s3cret' });
    expect((await failure(call({ ...config, expect: '2xx' }, ctx))).message).toBe(
      `GET ${base}/ answered 500: you sent •••`,
    );
    const missing = await failure(call({ headers: { 'x-key': { $secret: 'NONE' } } }));
    expect(missing).toMatchObject({ code: 'SECRET_MISSING', outcome: 'notSent' });
  });

  it('sends an idempotency key when asked to', async () => {
    answer = json({});
    await call({ method: 'POST', idempotencyKey: true });
    await call({ method: 'POST' });
    expect(seen.map((request) => request.headers['idempotency-key'])).toEqual(['run-1/node', undefined]);
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
    expect(await failure(call({ headers }))).toMatchObject({
      code: 'HTTP_HEADER_INVALID',
      outcome: 'notSent',
    });
    expect(seen).toEqual([]);
  });

  it('never shows the secret that does not fit into a header', async () => {
    const ctx = createFakeContext({ secrets: { BAD: 'hidden\nvalue' } });
    const error = await failure(call({ headers: { 'x-key': { $secret: 'BAD' } } }, ctx));
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
    expect(await failure(call(config))).toMatchObject({ code: 'HTTP_URL_INVALID', outcome: 'notSent' });
  });

  it('insists on objects where a template gave something else', async () => {
    expect((await failure(call({ headers: 'x' }))).code).toBe('HTTP_HEADER_INVALID');
    expect((await failure(call({ query: [1] }))).code).toBe('HTTP_URL_INVALID');
    const body = { type: 'form', value: 'x' };
    expect((await failure(call({ method: 'POST', body }))).code).toBe('HTTP_BODY_INVALID');
  });
});

describe('private addresses (SEC12, SEC14)', () => {
  const port = () => new URL(base).port;
  const byDefault = createHttpExecutor();
  afterAll(() => byDefault.close());

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0.0.0.0',
    '0',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[fc00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    'localhost',
    'LOCALHOST',
  ])('refuses %s when nothing is configured', async (host) => {
    const config = { ...httpDefinition.defaults, method: 'GET', url: `http://${host}:${port()}/` };
    const error = await failure(byDefault.execute(config, createFakeContext()));
    expect(error).toMatchObject({ code: 'HTTP_ADDRESS_REFUSED', outcome: 'notSent', retryKinds: [] });
    expect(seen).toEqual([]);
  });

  it('refuses what a redirect points to', async () => {
    for (const target of [
      'http://127.0.0.2:1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      '//2130706434/',
    ]) {
      answer = (_, response) => {
        response.writeHead(302, { location: target }).end();
      };
      expect((await failure(call({}))).code).toBe('HTTP_ADDRESS_REFUSED');
    }
  });

  it('tells how to allow it', async () => {
    const config = { ...httpDefinition.defaults, method: 'GET', url: `http://localhost:${port()}/` };
    const { message } = await failure(byDefault.execute(config, createFakeContext()));
    expect(message).toContain(`WEFTWORK_HTTP_ALLOW=localhost:${port()}`);
    const allowed = createHttpExecutor({ allow: [`localhost:${port()}`] });
    answer = json({});
    expect((await allowed.execute(config, createFakeContext())).data.status).toBe(200);
    await allowed.close();
  });
});

describe('redirects (B57)', () => {
  const credentials = {
    Authorization: 'Basic x',
    Cookie: 'a=1',
    'X-Key': { $secret: 'KEY' },
    'X-Plain': 'p',
  };
  const ctx = () => createFakeContext({ secrets: { KEY: 'k' } });
  let other: string;
  beforeAll(async () => {
    other = `http://127.0.0.1:${await listen(createServer(recording(json({ other: true }))))}`;
  });
  const redirect =
    (status: number, location: string): RequestListener =>
    (request, response) => {
      if (request.url === '/end') return json({ end: true })(request, response);
      response.writeHead(status, { location }).end('ignored');
    };

  it('keeps credentials within the origin and drops them beyond', async () => {
    answer = redirect(302, '/end');
    expect((await call({ headers: credentials }, ctx())).data).toMatchObject({
      body: { end: true },
      url: `${base}/end`,
    });
    expect(seen[1]!.headers).toMatchObject({ authorization: 'Basic x', cookie: 'a=1', 'x-key': 'k' });
    seen.length = 0;
    answer = redirect(302, `${other}/there`);
    expect((await call({ headers: credentials, cookies: { sid: '1' } }, ctx())).data.url).toBe(
      `${other}/there`,
    );
    expect(seen[1]!.headers).toMatchObject({ 'x-plain': 'p' });
    for (const name of ['authorization', 'cookie', 'x-key'])
      expect(seen[1]!.headers).not.toHaveProperty(name);
  });

  const methods: [number, string, string, string][] = [
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', '{"a":1}'],
    [307, 'POST', 'POST', '{"a":1}'],
    [308, 'PATCH', 'PATCH', '{"a":1}'],
  ];
  it.each(methods)('%i turns %s into %s', async (status, method, expected, body) => {
    answer = redirect(status, '/end');
    await call({ method, body: { type: 'json', value: { a: 1 } } });
    expect(seen[1]).toMatchObject({ method: expected, body });
    expect(seen[1]!.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  });

  it('follows five and no more, none when told, and none without a location', async () => {
    answer = redirect(302, '/again');
    expect((await failure(call({}))).code).toBe('HTTP_TOO_MANY_REDIRECTS');
    expect(seen).toHaveLength(6);
    expect((await call({ redirects: 0 })).data).toMatchObject({
      status: 302,
      headers: { location: '/again' },
    });
    answer = (_, response) => {
      response.writeHead(304).end();
    };
    expect((await call({})).data.status).toBe(304);
  });

  it('refuses to be sent to something that is not HTTP', async () => {
    answer = redirect(302, 'file:///etc/passwd');
    expect((await failure(call({}))).code).toBe('HTTP_URL_INVALID');
  });

  it('does not call a POST unsent once a redirect has answered it', async () => {
    const closedPort = await freePort();
    answer = redirect(303, `http://127.0.0.1:${closedPort}/`);
    expect(await failure(call({ method: 'POST' }))).toMatchObject({ outcome: 'answered', retryKinds: [] });
    answer = redirect(307, `http://127.0.0.1:${closedPort}/`);
    expect(await failure(call({ method: 'POST' }))).toMatchObject({
      outcome: 'notSent',
      retryKinds: ['transient'],
    });
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('how far a failed call got', () => {
  it('a refused connection and an unknown host were not sent', async () => {
    const refused = await failure(call({ method: 'POST', url: `http://127.0.0.1:${await freePort()}/` }));
    expect(refused).toMatchObject({ code: 'HTTP_FAILED', outcome: 'notSent', retryKinds: ['transient'] });
    const unknown = await failure(call({ url: 'http://no-such-host.invalid/' }));
    expect(unknown).toMatchObject({ code: 'HTTP_FAILED', outcome: 'notSent' });
  });

  it('a connection broken before or within the answer is unclear', async () => {
    answer = (request) => request.socket.destroy();
    for (const method of ['GET', 'POST']) {
      const error = await failure(call({ method }));
      expect(error).toMatchObject({ code: 'HTTP_FAILED', outcome: 'unclear', retryKinds: ['transient'] });
    }
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => request.socket.destroy(), 20);
    };
    expect(await failure(call({ method: 'POST' }))).toMatchObject({ outcome: 'unclear' });
  });

  it('an answer that is not HTTP is unclear and not retried', async () => {
    const port = await listen(createTcpServer((socket) => void socket.end('hello, not http\r\n\r\n')));
    const error = await failure(call({ url: `http://127.0.0.1:${port}/` }));
    expect(error).toMatchObject({ code: 'HTTP_FAILED', outcome: 'unclear', retryKinds: [] });
  });

  it('a call that may happen once gets a connection of its own; others share', async () => {
    const sockets: Socket[] = [];
    answer = (request, response) => {
      sockets.push(request.socket);
      json({})(request, response);
    };
    for (let i = 0; i < 3; i += 1) await call({ method: 'POST' });
    expect(new Set(sockets).size).toBe(3);
    sockets.length = 0;
    for (let i = 0; i < 3; i += 1) await call({ method: 'GET' });
    for (let i = 0; i < 3; i += 1) await call({ method: 'POST', idempotencyKey: true });
    // A pool may open a second one while the first has just answered.
    expect(new Set(sockets).size).toBeLessThan(3);
  });
});

describe('time limits (B60)', () => {
  const silent: [string, RequestListener][] = [
    ['never answers', () => {}],
    [
      'drips',
      (_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ];
  it.each(silent)('ends a server that %s at the limit and closes the socket', async (_name, handler) => {
    let closed!: () => void;
    const socketClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    answer = (request, response) => {
      request.socket.once('close', closed);
      handler(request, response);
    };
    const signal = AbortSignal.timeout(120);
    const error = await failure(call({ method: 'POST' }, createFakeContext({ signal })));
    expect(error).toMatchObject({ code: 'NODE_TIMEOUT', outcome: 'unclear', retryKinds: ['timeout'] });
    await socketClosed;
  });

  it('calls a connection that was never accepted not sent', async () => {
    // 192.0.2.0/24 is documentation space: nothing answers there.
    const far = createHttpExecutor({ allow: ['192.0.2.0/24'] });
    const config = { ...httpDefinition.defaults, method: 'POST', url: 'http://192.0.2.1/' };
    const signal = AbortSignal.timeout(60);
    const error = await failure(far.execute(config, createFakeContext({ signal })));
    await far.close();
    if (error.code === 'HTTP_FAILED') return; // a machine without a route says so at once
    expect(error).toMatchObject({ code: 'NODE_TIMEOUT', outcome: 'notSent' });
  });

  it('leaves no listener on the signal behind', async () => {
    answer = json({});
    const abort = new AbortController();
    let listeners = 0;
    const { signal } = abort;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    }) as typeof add;
    signal.removeEventListener = ((...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    }) as typeof remove;
    await call({}, createFakeContext({ signal }));
    expect(listeners).toBe(0);
  });
});
