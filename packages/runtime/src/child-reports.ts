import { encodeEvents, type JsonObject, type RunError, type RunStatus, type Spilled } from '@weftwork/schema';
import { nodeEvent } from './node-event';
import type { ChildLink, Clock, RunStore } from './ports';
import { crashPoint } from './walker/crash-points';

/** How a child ended, for the node run of its parent that waits for it. */
interface ChildEnd {
  readonly link: ChildLink;
  readonly childRunId: string;
  readonly status: RunStatus;
  readonly output?: JsonObject;
  readonly spilled?: Spilled;
  readonly error?: RunError;
}

/** Tells parents how their children ended: at once, and again from the sweep when a process died in between. */
export interface ChildReports {
  report(end: ChildEnd): Promise<void>;
  /** Reports every child that ended and whose parent was not told. */
  reportMissed(): Promise<void>;
}

export function createChildReports(parts: {
  readonly runs: RunStore;
  readonly clock: Clock;
  wake(runId: string): void;
  trouble(where: string, error: unknown): void;
}): ChildReports {
  const { runs, clock } = parts;

  async function report({ link, childRunId, status, output, spilled, error }: ChildEnd): Promise<void> {
    const event = nodeEvent(link, 'child.ended', clock.now(), {
      childRunId,
      status: status as 'completed' | 'failed' | 'cancelled',
      ...(output === undefined ? {} : { output }),
      ...(spilled === undefined ? {} : { spilled }),
      ...(error === undefined ? {} : { error }),
    });
    crashPoint('before-child-report', childRunId);
    try {
      await runs.reportChildEnd({ ...link, childRunId, events: encodeEvents([event]) });
      parts.wake(link.runId);
    } catch (cause) {
      parts.trouble(`telling ${link.runId} of its child`, cause);
    }
  }

  return {
    report,
    async reportMissed() {
      for (const end of await runs.unreportedChildren(100)) await report(end);
    },
  };
}
