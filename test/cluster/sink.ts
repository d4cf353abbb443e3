import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A target of HTTP calls that counts them and answers those to `/hold…` only when it is told to. */
export interface Sink {
  readonly url: string;
  /** Calls by path. */
  readonly calls: ReadonlyMap<string, number>;
  /** Resolves at the next call that is held back. */
  held(): Promise<void>;
  /** Answers everything held back, and what comes later at once. */
  open(): void;
  /** Holds back again. */
  shut(): void;
  close(): void;
}

export async function startSink(): Promise<Sink> {
  const calls = new Map<string, number>();
  let waiting: ServerResponse[] = [];
  let isOpen = false;
  let told: (() => void)[] = [];
  const answer = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    calls.set(path, (calls.get(path) ?? 0) + 1);
    if (isOpen || !path.startsWith('/hold')) return answer(response);
    waiting.push(response);
    for (const tell of told.splice(0)) tell();
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    held: () => new Promise((resolve) => (waiting.length > 0 ? resolve() : told.push(resolve))),
    open() {
      isOpen = true;
      for (const response of waiting) answer(response);
      waiting = [];
    },
    shut() {
      isOpen = false;
    },
    close() {
      told = [];
      server.closeAllConnections();
      server.close();
    },
  };
}
