import type { EventEnvelope } from '@weftwork/schema';
import type { TrialCluster, TrialServer } from '../../scripts/lib/cluster.mjs';

/**
 * Follows a run as a browser does, to its terminal event: comes back with its cursor when the stream breaks off.
 * `cut` may end a stream after an event.
 */
export async function readStream(
  cluster: TrialCluster,
  server: TrialServer,
  runId: string,
  cut: (event: EventEnvelope) => boolean = () => false,
): Promise<EventEnvelope[]> {
  const events: EventEnvelope[] = [];
  for (;;) {
    const last = events.at(-1);
    if (last && /^run\.(completed|failed|cancelled)$/.test(last.type)) return events;
    await readOnce(cluster, server, runId, last?.seq ?? 0, (event) => {
      events.push(event);
      return cut(event);
    }).catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
}

async function readOnce(
  cluster: TrialCluster,
  server: TrialServer,
  runId: string,
  after: number,
  onEvent: (event: EventEnvelope) => boolean,
): Promise<void> {
  const breaking = new AbortController();
  const answer = await fetch(`${server.url}/api/v1/runs/${runId}/events`, {
    headers: {
      authorization: `Bearer ${cluster.token}`,
      accept: 'text/event-stream',
      'last-event-id': String(after),
    },
    signal: breaking.signal,
  });
  if (answer.status === 204) return;
  if (!answer.ok || !answer.body) throw new Error(`The stream answered ${answer.status}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data === undefined || /^event: /m.test(frame)) continue;
      if (!onEvent(JSON.parse(data) as EventEnvelope)) continue;
      breaking.abort();
      return;
    }
  }
}
