import { randomUUID } from 'node:crypto';
import type { RunQueue, WakeChannel, WakeMessage } from '@weftwork/runtime';
import { Client } from 'pg';
import type { ConnectionSettings } from './connection';

const RUNS = 'weftwork_runs';
const WAKES = 'weftwork_wakes';
/** PostgreSQL refuses 8,000 bytes. */
const PAYLOAD_BYTES = 7_000;
const RETRY_MS = 500;

export interface PostgresHintsSettings extends ConnectionSettings {
  /** Told of what was heard and cannot be read: whoever may connect to the database may notify. */
  onError?(error: unknown): void;
}

/** The hints of a cluster without Redis. */
export interface PostgresHints {
  readonly queue: RunQueue;
  readonly wakes: WakeChannel;
  close(): Promise<void>;
}

/**
 * Hints over LISTEN and NOTIFY. They are sent after the commits they tell of, in transactions of their own that nobody
 * waits for: in the commit itself they would make commits queue for one lock. Every worker hears every wake-up and the
 * claim decides; what is lost while a connection is made anew is found by polling.
 */
export function createPostgresHints(settings: PostgresHintsSettings): PostgresHints {
  const { onError = () => {} } = settings;
  const self = randomUUID();
  const sender = keepConnected(settings, ['SET synchronous_commit = off']);
  const hearer = keepConnected(settings, [`LISTEN ${RUNS}`, `LISTEN ${WAKES}`], (channel, payload) =>
    channel === RUNS ? hearRuns(payload) : hearWakes(payload),
  );
  const onRun = new Set<(runId: string) => void | Promise<void>>();
  const onWake = new Set<(runId: string, message: WakeMessage) => void>();
  let room = 0;
  let runIds = new Set<string>();
  let messages: string[] = [];
  let told = new Set<string>();

  function hearRuns(payload: string): void {
    // Without room they are left to others; a free slot looks by itself.
    if (room === 0) return;
    for (const runId of payload.split(' ')) for (const listener of onRun) void listener(runId);
  }

  function hearWakes(payload: string): void {
    const [origin, ...heard] = payload.split('\n');
    if (origin === self) return;
    for (const text of heard) {
      try {
        const [runId, message] = JSON.parse(text) as [string, WakeMessage];
        for (const listener of onWake) listener(runId, message);
      } catch (error) {
        onError(error);
      }
    }
  }

  function flush(): void {
    for (const payload of inPayloads([...runIds], ' ')) sender.send(RUNS, payload);
    for (const payload of inPayloads(messages, '\n')) sender.send(WAKES, `${self}\n${payload}`);
    runIds = new Set();
    messages = [];
    told = new Set();
  }

  function schedule(): void {
    if (runIds.size === 0 && messages.length === 0) setImmediate(flush);
  }

  return {
    queue: {
      notify(runId) {
        schedule();
        runIds.add(runId);
      },
      onNotify(listener) {
        onRun.add(listener);
        return () => onRun.delete(listener);
      },
      setRoom(slots) {
        room = slots;
      },
      async close() {
        onRun.clear();
      },
    },
    wakes: {
      publish(runId, message) {
        if (message.kind === 'events') {
          if (told.has(runId)) return;
          told.add(runId);
        }
        const text = JSON.stringify([runId, message]);
        // A piece of streamed text that is too long: it is stored with its node in a moment.
        if (Buffer.byteLength(text) > PAYLOAD_BYTES) return;
        schedule();
        messages.push(text);
      },
      onMessage(listener) {
        onWake.add(listener);
        return () => onWake.delete(listener);
      },
      async close() {
        onWake.clear();
      },
    },
    async close() {
      await Promise.all([sender.close(), hearer.close()]);
    },
  };
}

/** Joined to as few payloads as their size allows. */
function inPayloads(texts: readonly string[], separator: string): string[] {
  const payloads: string[] = [];
  let current = '';
  for (const text of texts) {
    if (current !== '' && Buffer.byteLength(current) + Buffer.byteLength(text) >= PAYLOAD_BYTES) {
      payloads.push(current);
      current = '';
    }
    current = current === '' ? text : `${current}${separator}${text}`;
  }
  return current === '' ? payloads : [...payloads, current];
}

/** One connection, made anew for as long as it is wanted. What is sent while there is none is dropped. */
function keepConnected(
  settings: ConnectionSettings,
  first: readonly string[],
  onNotification: (channel: string, payload: string) => void = () => {},
) {
  let client: Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const next = new Client({
      connectionString: settings.connectionString,
      application_name: `${settings.applicationName ?? 'weftwork'} hints`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    let gone = false;
    const lose = () => {
      if (gone) return;
      gone = true;
      if (client === next) client = undefined;
      next.end().catch(() => {});
      if (!closed) timer = setTimeout(() => void connect(), RETRY_MS);
    };
    next.on('error', lose);
    next.on('end', lose);
    next.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
    try {
      await next.connect();
      for (const text of first) await next.query(text);
      if (closed) await next.end();
      else client = next;
    } catch {
      lose();
    }
  }

  void connect();
  return {
    send(channel: string, payload: string): void {
      client
        ?.query({ name: 'notify', text: 'SELECT pg_notify($1, $2)', values: [channel, payload] })
        .catch(() => {});
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
