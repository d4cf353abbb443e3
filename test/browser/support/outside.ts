import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server outside the product whose answers a test holds back, so that a run stands still for as long as it needs. */
export interface Outside {
  /** What `WEFTWORK_HTTP_ALLOW` must name. */
  readonly host: string;
  urlOf(name: string): string;
  /** Answers the call to this name, whether it has come already or will come. */
  release(name: string): void;
  /** Takes the next call to this name whole and breaks the line without an answer. */
  cutNext(name: string): void;
  /** What calls to this name get from now on, at once. */
  serve(name: string, body: string): void;
  close(): Promise<void>;
}

export async function startOutside(): Promise<Outside> {
  const waiting = new Map<string, ServerResponse[]>();
  const released = new Set<string>();
  const cut = new Set<string>();
  const served = new Map<string, string>();
  const answer = (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"ok":true}');
  };
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const body = served.get(name);
    if (cut.delete(name)) request.resume().on('end', () => request.socket.destroy());
    else if (body !== undefined) response.setHeader('content-type', 'application/json').end(body);
    else if (released.has(name)) answer(response);
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
    cutNext: (name) => void cut.add(name),
    serve: (name, body) => void served.set(name, body),
    close() {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
