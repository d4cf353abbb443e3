import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, createServer as createTcpServer } from 'node:net';
import { NodeError } from '@weftwork/runtime';
import type { JsonObject, NodeResult } from '@weftwork/schema';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createFakeContext, type FakeContext } from '../../shared/fake-context';
import { httpDefinition } from '../definition';
import { createHttpExecutor, type HttpExecutor } from '../executor';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HttpTarget {
  /** What the server says to the next requests. */
  answer: RequestListener;
  readonly seen: SeenRequest[];
  /** The address of the server, without a slash at its end. */
  readonly base: string;
  /** One attempt of a node that may reach 127.0.0.1. */
  call(config: JsonObject, ctx?: FakeContext): Promise<NodeResult>;
  /** Another server that is closed with the tests; gives its port. */
  listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number>;
  /** Records what a handler gets. */
  recording(handler: RequestListener): RequestListener;
}

/** A real server for the tests of a file, and an executor that may call it. */
export function useHttpTarget(): HttpTarget {
  const servers: { close(): unknown }[] = [];
  const seen: SeenRequest[] = [];
  let base = '';
  let executor: HttpExecutor;

  const target: HttpTarget = {
    answer: json({}),
    seen,
    get base() {
      return base;
    },
    call: (config, ctx = createFakeContext()) =>
      executor.execute({ ...httpDefinition.defaults, method: 'GET', url: `${base}/`, ...config }, ctx),
    listen(server) {
      servers.push(server);
      return new Promise((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
      );
    },
    recording: (handler) => (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
        handler(request, response);
      });
    },
  };

  beforeAll(async () => {
    const server = createServer(target.recording((...args) => target.answer(...args)));
    base = `http://127.0.0.1:${await target.listen(server)}`;
    executor = createHttpExecutor({ allow: ['127.0.0.1'] });
  });
  afterEach(() => {
    seen.length = 0;
  });
  afterAll(async () => {
    await executor.close();
    for (const server of servers) server.close();
  });
  return target;
}

export function json(value: unknown, status = 200): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

export async function failure(promise: Promise<unknown>): Promise<NodeError> {
  const error = await promise.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw error;
  return error;
}
