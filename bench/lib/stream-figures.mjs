/** How late streams of a cluster hear of events, while they stand open and while they are cut. */
import { sleep } from '../peers/lib/proc.mjs';
import { quantile } from './cluster-figures.mjs';
import { graph, inARow, node } from './cluster-graphs.mjs';
import { startSink } from './cluster-sink.mjs';
import { openStream } from './stream-client.mjs';

/** Twelve calls of 100 ms, two events each in one commit, behind one that is answered when the bench says so. */
async function startHeldRun(cluster, id, sink) {
  const ids = Array.from({ length: 12 }, (_, index) => `h${index}`);
  const call = (name, path) => node(name, 'http', { method: 'GET', url: `${sink.url}${path}` });
  const calls = [call('gate', '/gate'), ...ids.map((name) => call(name, '/slow'))];
  await cluster.publish(graph(id, calls, inARow(['start', 'gate', ...ids, 'output'])));
  const run = await cluster.api('/runs', { method: 'POST', body: { workflowId: id, input: {} } });
  return run.id;
}

/**
 * How late events come to streams that stand open: no event of interest occurs before all of them do, and each counts
 * from when it occurred, its commit included, to when the client has it.
 */
export async function openStreams(cluster, count) {
  const sink = await startSink();
  const runId = await startHeldRun(cluster, `streams-${count}`, sink);
  const late = [];
  let begunAt = Number.POSITIVE_INFINITY;
  const streams = Array.from({ length: count }, () => {
    const seqs = [];
    const onEvent = ({ seq, occurredAt, at }) => {
      seqs.push(seq);
      if (occurredAt >= begunAt) late.push(at - occurredAt);
    };
    const stream = openStream({ ...clientOf(cluster), runId, after: 0, onEvent });
    return { ...stream, seqs };
  });
  await Promise.all(streams.map(({ open }) => open));
  await sleep(500); // what has been so far is read
  begunAt = Date.now();
  sink.open();
  await Promise.all(streams.map(({ closed }) => closed));
  sink.close();
  return {
    ...(await checked(
      cluster,
      runId,
      streams.map(({ seqs }) => seqs),
    )),
    events: late.length,
    p50Ms: quantile(late, 0.5),
    p99Ms: quantile(late, 0.99),
  };
}

/**
 * Streams that are cut again and again and come back with their cursor: how long that takes (from the cut to the
 * headers), and how late what came meanwhile and what came to an open stream is.
 */
export async function cutStreams(cluster, { count, cutsEach }) {
  const sink = await startSink();
  const runId = await startHeldRun(cluster, `cut-streams-${count}`, sink);
  const live = [];
  const missed = [];
  const back = [];
  const follow = async () => {
    const seqs = [];
    let cuts = 0;
    let cutAt;
    for (;;) {
      let openAt = Number.POSITIVE_INFINITY;
      const stream = openStream({
        ...clientOf(cluster),
        runId,
        after: seqs.at(-1) ?? 0,
        onEvent({ seq, occurredAt, at }) {
          seqs.push(seq);
          if (occurredAt >= openAt) live.push(at - occurredAt);
          else if (cutAt !== undefined && occurredAt >= cutAt) missed.push(at - occurredAt);
          if (cuts >= cutsEach || occurredAt < openAt) return;
          cuts += 1;
          stream.cut();
        },
      });
      openAt = await Promise.race([stream.open, stream.closed.then(() => openAt)]);
      if (cutAt !== undefined) back.push(openAt - cutAt);
      if (await stream.closed) return seqs;
      cutAt = Date.now();
    }
  };
  const following = Array.from({ length: count }, follow);
  await sleep(1_000);
  sink.open();
  const seen = await Promise.all(following);
  sink.close();
  return {
    ...(await checked(cluster, runId, seen)),
    reconnects: back.length,
    backP99Ms: quantile(back, 0.99),
    missedP99Ms: quantile(missed, 0.99),
    p99Ms: quantile(live, 0.99),
  };
}

const clientOf = ({ servers, token }) => ({ url: servers[0].url, token });

/** Events that a stream lacks or has twice. */
async function checked(cluster, runId, seen) {
  const { lastSeq } = await cluster.api(`/runs/${runId}`);
  const sum = (of) => seen.reduce((total, seqs) => total + of(seqs), 0);
  return {
    lost: sum((seqs) => lastSeq - new Set(seqs).size),
    doubled: sum((seqs) => seqs.length - new Set(seqs).size),
  };
}
