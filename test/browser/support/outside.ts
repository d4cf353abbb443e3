import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server outside the product whose answers a test holds back, so that a run stands still for as long as it needs. */
export interface Outside {
  /** What `WEFTWORK_HTTP_ALLOW` must name. */
  readonly host: string;
  urlOf(name: string): string;
  /** Answers the call to this name, whether it has come already or will come. */
  release(name: string): void;
  close(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const waiting = new Map<string, ServerResponse[]>();
  const released = new Set<string>();
  const answer = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  };
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    if (released.has(name)) answer(response);
    else waiting.set(name, [...(waiting.get(name) ?? []), response]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    urlOf: (name) => `http://${host}/${name}`,
    release(name) {
      released.add(name);
      for (const response of waiting.get(name) ?? []) answer(response);
      waiting.delete(name);
    },
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
