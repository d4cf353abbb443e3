import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeContext } from '../shared/fake-context';
import { httpDefinition } from './definition';
import { createHttpExecutor } from './executor';
import { failure, json, useHttpTarget } from './testing/http-target';

const target = useHttpTarget();

describe('private addresses (SEC12, SEC14)', () => {
  const port = () => new URL(target.base).port;
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
    expect(error.extra.field).toBe('/config/url');
    expect(target.seen).toEqual([]);
  });

  it('refuses what a redirect points to', async () => {
    for (const location of [
      'http://127.0.0.2:1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      '//2130706434/',
    ]) {
      target.answer = (_, response) => {
        response.writeHead(302, { location }).end();
      };
      expect((await failure(target.call({}))).code).toBe('HTTP_ADDRESS_REFUSED');
    }
  });

  it('tells how to allow it', async () => {
    const config = { ...httpDefinition.defaults, method: 'GET', url: `http://localhost:${port()}/` };
    const { message } = await failure(byDefault.execute(config, createFakeContext()));
    expect(message).toContain(`WEFTWORK_HTTP_ALLOW=localhost:${port()}`);
    const allowed = createHttpExecutor({ allow: [`localhost:${port()}`] });
    target.answer = json({});
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
    other = `http://127.0.0.1:${await target.listen(createServer(target.recording(json({ other: true }))))}`;
  });
  const redirect =
    (status: number, location: string): RequestListener =>
    (request, response) => {
      if (request.url === '/end') return json({ end: true })(request, response);
      response.writeHead(status, { location }).end('ignored');
    };

  it('keeps credentials within the origin and drops them beyond', async () => {
    target.answer = redirect(302, '/end');
    expect((await target.call({ headers: credentials }, ctx())).data).toMatchObject({
      body: { end: true },
      url: `${target.base}/end`,
    });
    expect(target.seen[1]!.headers).toMatchObject({ authorization: 'Basic x', cookie: 'a=1', 'x-key': 'k' });
    target.seen.length = 0;
    target.answer = redirect(302, `${other}/there`);
    expect((await target.call({ headers: credentials, cookies: { sid: '1' } }, ctx())).data.url).toBe(
      `${other}/there`,
    );
    expect(target.seen[1]!.headers).toMatchObject({ 'x-plain': 'p' });
    for (const name of ['authorization', 'cookie', 'x-key'])
      expect(target.seen[1]!.headers).not.toHaveProperty(name);
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
    target.answer = redirect(status, '/end');
    await target.call({ method, body: { type: 'json', value: { a: 1 } } });
    expect(target.seen[1]).toMatchObject({ method: expected, body });
    expect(target.seen[1]!.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
  });

  it('follows five and no more, none when told, and none without a location', async () => {
    target.answer = redirect(302, '/again');
    expect((await failure(target.call({}))).code).toBe('HTTP_TOO_MANY_REDIRECTS');
    expect(target.seen).toHaveLength(6);
    expect((await target.call({ redirects: 0 })).data).toMatchObject({
      status: 302,
      headers: { location: '/again' },
    });
    target.answer = (_, response) => {
      response.writeHead(304).end();
    };
    expect((await target.call({})).data.status).toBe(304);
  });

  it('refuses to be sent to something that is not HTTP', async () => {
    target.answer = redirect(302, 'file:///etc/passwd');
    expect((await failure(target.call({}))).code).toBe('HTTP_URL_INVALID');
  });

  it('does not call a POST unsent once a redirect has answered it', async () => {
    const closedPort = await freePort();
    target.answer = redirect(303, `http://127.0.0.1:${closedPort}/`);
    expect(await failure(target.call({ method: 'POST' }))).toMatchObject({
      outcome: 'answered',
      retryKinds: [],
    });
    target.answer = redirect(307, `http://127.0.0.1:${closedPort}/`);
    expect(await failure(target.call({ method: 'POST' }))).toMatchObject({
      outcome: 'notSent',
      retryKinds: ['transient'],
    });
  });
});

async function freePort(): Promise<number> {
  const server = createTcpServer();
  const port = await target.listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('how far a failed call got', () => {
  it('a refused connection and an unknown host were not sent', async () => {
    const refused = await failure(
      target.call({ method: 'POST', url: `http://127.0.0.1:${await freePort()}/` }),
    );
    expect(refused).toMatchObject({ code: 'HTTP_FAILED', outcome: 'notSent', retryKinds: ['transient'] });
    const unknown = await failure(target.call({ url: 'http://no-such-host.invalid/' }));
    expect(unknown).toMatchObject({ code: 'HTTP_FAILED', outcome: 'notSent' });
    expect([refused.extra, unknown.extra]).toEqual(Array(2).fill({ field: '/config/url' }));
  });

  it('a connection broken before or within the answer is unclear', async () => {
    target.answer = (request) => request.socket.destroy();
    for (const method of ['GET', 'POST']) {
      const error = await failure(target.call({ method }));
      expect(error).toMatchObject({ code: 'HTTP_FAILED', outcome: 'unclear', retryKinds: ['transient'] });
    }
    target.answer = (request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => request.socket.destroy(), 20);
    };
    expect(await failure(target.call({ method: 'POST' }))).toMatchObject({ outcome: 'unclear' });
  });

  it('an answer that is not HTTP is unclear and not retried', async () => {
    const port = await target.listen(createTcpServer((socket) => void socket.end('hello, not http\r\n\r\n')));
    const error = await failure(target.call({ url: `http://127.0.0.1:${port}/` }));
    expect(error).toMatchObject({ code: 'HTTP_FAILED', outcome: 'unclear', retryKinds: [] });
  });

  it('a call that may happen once gets a connection of its own; others share', async () => {
    const sockets: Socket[] = [];
    target.answer = (request, response) => {
      sockets.push(request.socket);
      json({})(request, response);
    };
    for (let i = 0; i < 3; i += 1) await target.call({ method: 'POST' });
    expect(new Set(sockets).size).toBe(3);
    sockets.length = 0;
    for (let i = 0; i < 3; i += 1) await target.call({ method: 'GET' });
    for (let i = 0; i < 3; i += 1) await target.call({ method: 'POST', idempotencyKey: true });
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
    target.answer = (request, response) => {
      request.socket.once('close', closed);
      handler(request, response);
    };
    const signal = AbortSignal.timeout(120);
    const error = await failure(target.call({ method: 'POST' }, createFakeContext({ signal })));
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
    target.answer = json({});
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
    await target.call({}, createFakeContext({ signal }));
    expect(listeners).toBe(0);
  });
});
