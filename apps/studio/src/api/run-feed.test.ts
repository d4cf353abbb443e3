import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, request } from './http';
import { type Connection, type RunFeed, startRunFeed, type Visibility } from './run-feed';
import { createTabShare } from './tab-share';
import type { EventEnvelope, Page, Run } from './types';

/** A server that speaks the run routes over real sockets, with the faults a network has. */
class RunServer {
  readonly events: EventEnvelope[] = [];
  status: Run['status'] = 'running';
  streams = 0;
  opened = 0;
  readonly cursors: number[] = [];
  reads = 0;
  /** Refuses new streams while set, as a restarting server does. */
  down = false;
  gapOnce = false;
  private readonly open = new Set<ServerResponse>();
  private server: Server | undefined;
  root = '';

  async start(): Promise<void> {
    const server = createServer((incoming, response) => {
      if (this.down) return void incoming.socket.destroy();
      const url = new URL(incoming.url ?? '', 'http://127.0.0.1');
      if (!url.pathname.endsWith('/events')) {
        this.reads++;
        return void json(response, this.run());
      }
      if (incoming.headers.accept === 'application/json') {
        const after = Number(url.searchParams.get('after'));
        const items = this.events.filter((event) => event.seq > after).slice(0, 3);
        return void json(response, { items, nextCursor: null });
      }
      this.stream(Number(incoming.headers['last-event-id']), response);
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  run(): Run {
    return {
      id: 'r1',
      workflowId: 'w1',
      workflowName: 'W',
      version: 1,
      graphHash: '',
      status: this.status,
      warnings: [],
      artifacts: [],
      nodeRuns: [],
      gates: [],
      lastSeq: this.events.length,
    };
  }

  private stream(after: number, response: ServerResponse): void {
    this.opened++;
    this.cursors.push(after);
    if (this.status === 'completed' && after >= this.events.length) return void response.writeHead(204).end();
    this.streams++;
    this.open.add(response);
    response.on('close', () => {
      this.streams--;
      this.open.delete(response);
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': hello\n\n');
    if (this.gapOnce) {
      this.gapOnce = false;
      return void response.end('event: gap\ndata: {"earliest":1,"latest":9}\n\n');
    }
    for (const event of this.events) if (event.seq > after) send(response, event);
  }

  emit(type: EventEnvelope['type'] = 'node.log', toStreams = true): void {
    const event: EventEnvelope = {
      schemaVersion: '1.0',
      runId: 'r1',
      seq: this.events.length + 1,
      type,
      occurredAt: new Date().toISOString(),
      data: {},
    };
    this.events.push(event);
    if (type === 'run.completed') this.status = 'completed';
    if (!toStreams) return;
    for (const response of this.open) {
      send(response, event);
      if (type === 'run.completed') response.end();
    }
  }

  /** Repeats what was already sent, as a careless proxy might. */
  repeat(seq: number): void {
    const event = this.events[seq - 1];
    for (const response of this.open) if (event) send(response, event);
  }

  breakStreams(): void {
    for (const response of this.open) response.destroy();
  }

  async stop(): Promise<void> {
    this.breakStreams();
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

function send(response: ServerResponse, event: EventEnvelope): void {
  response.write(`id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Web Locks for tabs of one process: first come, first served. */
function createLocks() {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>): Promise<unknown> {
      const mine = tail.then(() => (signal.aborted ? undefined : work()));
      tail = mine.catch(() => undefined);
      return mine;
    },
  };
}

class Tab implements Visibility {
  readonly seqs: number[] = [];
  readonly snapshots: Run[] = [];
  readonly connections: Connection[] = [];
  readonly errors: unknown[] = [];
  private visible = true;
  private watcher: (() => void) | undefined;
  feed: RunFeed;

  constructor(root: string, locks?: ReturnType<typeof createLocks>, share = 'none') {
    this.feed = startRunFeed(
      {
        fetchRun: (signal) => request<Run>('/runs/r1', { root, signal }),
        fetchEvents: (after) => request<Page<EventEnvelope>>(`/runs/r1/events?after=${after}`, { root }),
        openStream: async (after, signal) => {
          const headers = { accept: 'text/event-stream', 'last-event-id': String(after) };
          const response = await fetch(`${root}/runs/r1/events`, { headers, signal });
          if (!response.ok) throw new ApiError(response.status, 'X', 'refused');
          return response;
        },
      },
      createTabShare(share, locks),
      this,
      {
        onSnapshot: (run) => this.snapshots.push(run),
        onEvents: (events) => this.seqs.push(...events.map((event) => event.seq)),
        onConnection: (connection) => this.connections.push(connection),
        onError: (error) => this.errors.push(error),
      },
    );
  }

  isVisible(): boolean {
    return this.visible;
  }

  onChange(listener: () => void): () => void {
    this.watcher = listener;
    return () => undefined;
  }

  show(visible: boolean): void {
    this.visible = visible;
    this.watcher?.();
  }

  get state(): string | undefined {
    return this.connections.at(-1)?.state;
  }

  get run(): Run | undefined {
    return this.snapshots.at(-1);
  }
}

const until = (check: () => void, timeout = 5_000) => vi.waitFor(check, { timeout, interval: 10 });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the feed of a run', () => {
  let server: RunServer;
  const tabs: Tab[] = [];
  const open = (...parts: [locks?: ReturnType<typeof createLocks>, share?: string]) => {
    const tab = new Tab(server.root, ...parts);
    tabs.push(tab);
    return tab;
  };

  beforeEach(async () => {
    server = new RunServer();
    await server.start();
  });

  afterEach(async () => {
    for (const tab of tabs.splice(0)) tab.feed.stop();
    await server.stop();
  });

  it('gives the snapshot, then each later event once and in order', async () => {
    server.emit();
    server.emit();
    const tab = open();
    await until(() => expect(server.streams).toBe(1));
    server.emit();
    server.repeat(2);
    server.repeat(3);
    server.emit();
    await until(() => expect(tab.seqs).toEqual([3, 4]));
    expect(tab.snapshots[0]?.lastSeq).toBe(2);
    expect(server.cursors).toEqual([2]);
  });

  it('B39: after three broken lines the log still has each seq once, in order', async () => {
    const tab = open();
    for (let round = 1; round <= 3; round++) {
      await until(() => expect([server.opened, server.streams]).toEqual([round, 1]));
      server.emit();
      await until(() => expect(tab.seqs.at(-1)).toBe(server.events.length));
      server.breakStreams();
      await until(() => expect(server.streams).toBe(0));
      server.emit('node.log', false);
    }
    await until(() => expect([server.opened, server.streams]).toEqual([4, 1]));
    server.emit();
    await until(() => expect(tab.seqs).toEqual(range(1, 7)));
  });

  it('B40: reads the run when the stream dies before the last event', async () => {
    const tab = open();
    await until(() => expect(server.streams).toBe(1));
    server.emit('run.completed', false);
    server.breakStreams();
    await until(() => expect(tab.run?.status).toBe('completed'));
    expect(tab.state).toBe('ended');
  });

  it('B40: reads the run when the stream dies before it begins to wait', async () => {
    const tab = open();
    await until(() => expect(server.streams).toBe(1));
    server.status = 'awaiting_input';
    server.emit('run.awaiting_input', false);
    server.breakStreams();
    await until(() => expect(tab.run?.status).toBe('awaiting_input'));
    await until(() => expect(tab.state).toBe('live'));
  });

  it('shows a lost connection, and heals once the server is back', async () => {
    const tab = open();
    await until(() => expect(tab.state).toBe('live'));
    server.down = true;
    server.breakStreams();
    await until(() => expect(tab.state).toBe('lost'));
    server.emit('node.log', false);
    server.down = false;
    tab.feed.retryNow();
    await until(() => expect(tab.state).toBe('live'));
    expect(tab.run?.lastSeq).toBe(1);
  });

  it('reads on over a new line when the network came back, though the old one never ended', async () => {
    const tab = open();
    await until(() => expect(tab.state).toBe('live'));
    server.emit('node.log', false); // sent into a line that is dead
    tab.feed.renew();
    await until(() => expect([server.opened, server.streams]).toEqual([2, 1]));
    server.emit();
    await until(() => expect(tab.seqs).toEqual([1, 2]));
  });

  it('reloads the run at a gap', async () => {
    server.gapOnce = true;
    const tab = open();
    await until(() => expect(tab.snapshots.length).toBeGreaterThanOrEqual(2));
    await until(() => expect(server.streams).toBe(1));
    server.emit();
    await until(() => expect(tab.seqs).toEqual([1]));
  });

  it('ends with the whole run after the terminal event, and asks for no other stream', async () => {
    const tab = open();
    await until(() => expect(server.streams).toBe(1));
    server.emit('run.completed');
    await until(() => expect(tab.state).toBe('ended'));
    expect(tab.run?.status).toBe('completed');
    expect(server.opened).toBe(1);
  });

  it('opens no stream for a run that has ended', async () => {
    server.emit('run.completed');
    const tab = open();
    await until(() => expect(tab.state).toBe('ended'));
    expect(server.opened).toBe(0);
  });

  it('lets eight tabs share one stream, each seeing every event once', async () => {
    const locks = createLocks();
    const eight = range(1, 8).map(() => open(locks, 'eight'));
    await until(() => expect(server.streams).toBe(1));
    await until(() => expect(eight.every((tab) => tab.snapshots.length > 0)).toBe(true));
    for (let n = 0; n < 20; n++) server.emit();
    await until(() => expect(eight.map((tab) => tab.seqs.at(-1))).toEqual(eight.map(() => 20)));
    for (const tab of eight) expect(tab.seqs).toEqual(range(1, 20));
    expect(server.streams).toBe(1);
    server.emit('run.completed');
    await until(() => expect(eight.map((tab) => tab.run?.status)).toEqual(eight.map(() => 'completed')));
  });

  it('passes the stream on when the leading tab closes', async () => {
    const locks = createLocks();
    const first = open(locks, 'pass');
    await until(() => expect(server.streams).toBe(1));
    const second = open(locks, 'pass');
    await until(() => expect(second.snapshots.length).toBe(1));
    first.feed.stop();
    await until(() => expect(server.opened).toBe(2));
    await until(() => expect(server.streams).toBe(1));
    server.emit();
    await until(() => expect(second.seqs).toEqual([1]));
  });

  it('closes the stream of a hidden page and catches up when it is seen again', async () => {
    const tab = open();
    await until(() => expect(server.streams).toBe(1));
    tab.show(false);
    await until(() => expect(server.streams).toBe(0));
    server.emit();
    server.emit();
    tab.show(true);
    await until(() => expect(tab.seqs).toEqual([1, 2]));
  });
});
