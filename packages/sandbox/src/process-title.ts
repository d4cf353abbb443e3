import { createHash } from 'node:crypto';

/** Whom a process of the sandbox works for. */
export interface ProcessLabels {
  readonly runId: string;
  /** The run at the top, when it is a child. */
  readonly rootRunId: string;
  readonly node: string;
}

/** What a process without work calls itself. */
export const IDLE_TITLE = 'weftwork-sandbox';
/** Longest a node may be called; the system cuts off what does not fit where the arguments stood. */
const NODE_CHARS = 40;
/** An argument that only makes room: a process writes its title over its arguments. */
export const ROOM_FOR_TITLE = `--labels=${'.'.repeat(160)}`;

/** As `ps` shows it: `weftwork-sandbox run-id=… root-run-id=… node=…`. */
export function processTitle({ runId, rootRunId, node }: ProcessLabels): string {
  return `${IDLE_TITLE} run-id=${plain(runId)} root-run-id=${plain(rootRunId)} node=${plain(node)}`;
}

/** Letters, digits, `_` and `-`; what had to be altered ends in a hash, so that two nodes never look the same. */
function plain(text: string): string {
  const safe = text.replace(/[^\w-]/g, '_').slice(0, NODE_CHARS);
  if (safe === text) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${safe.slice(0, NODE_CHARS - 9)}-${hash}`;
}
