/**
 * A lean client of event streams, since it shares the cores with what it measures: one process, a bare socket per stream,
 * HTTP/1.0 so that nothing is chunked, and no JSON parsed.
 */
import { connect } from 'node:net';

const FRAME = /^id: (\d+)\ndata: .*?"type":"([^"]+)".*?"occurredAt":"([^"]+)"/;
const ENDS = /^run\.(completed|failed|cancelled)$/;

/**
 * Opens a stream after a number. `onEvent` is told of each event with when it occurred and when it came, in epoch
 * milliseconds.
 */
export function openStream({ url, token, runId, after, onEvent }) {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  let isOpen = false;
  let ended = false;
  let isCut = false;
  let opened;
  const open = new Promise((resolve) => {
    opened = resolve;
  });
  const closed = new Promise((resolve) => socket.once('close', () => resolve(ended)));
  socket.on('error', () => {});
  socket.setNoDelay(true);
  socket.write(
    `GET /api/v1/runs/${runId}/events HTTP/1.0\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nAccept: text/event-stream\r\nLast-Event-ID: ${after}\r\n\r\n`,
  );
  socket.setEncoding('utf8').on('data', (chunk) => {
    if (isCut) return;
    const at = Date.now();
    text += chunk;
    if (!isOpen) {
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const status = text.slice(9, 12);
      if (status === '204') ended = true;
      else if (status !== '200') throw new Error(`A stream answered ${text.slice(0, 200)}`);
      isOpen = true;
      text = text.slice(end + 4);
      opened(Date.now());
    }
    let from = 0;
    for (let to = text.indexOf('\n\n'); to >= 0 && !isCut; to = text.indexOf('\n\n', from)) {
      const found = FRAME.exec(text.slice(from, to));
      from = to + 2;
      if (!found) continue;
      const [, seq, type, occurredAt] = found;
      ended ||= ENDS.test(type);
      onEvent({ seq: Number(seq), occurredAt: Date.parse(occurredAt), at });
    }
    text = text.slice(from);
  });
  return {
    /** When its headers came. */
    open,
    /** Whether the run had ended. */
    closed,
    /** Ends it from here; nothing of it is taken any more. */
    cut() {
      isCut = true;
      socket.destroy();
    },
  };
}
