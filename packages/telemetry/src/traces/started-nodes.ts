import { pathText, type RunEvent } from '@weftwork/schema';

interface Started {
  /** When the node run began, with its first attempt. */
  readonly nodeAt: number;
  attempt: number;
  attemptAt: number;
  /** The attempt has ended and the node run has not: it waits for another one, or for a person. */
  attemptOver: boolean;
}

/** When the node runs of one run began that have not ended, as far as this process has seen. */
export class StartedNodes {
  private readonly started = new Map<string, Started>();

  /** `complete` when everything since the run's first event was seen; otherwise the log knows more. */
  constructor(public complete: boolean) {}

  note(event: RunEvent): void {
    if (event.type !== 'node.started') return;
    const key = keyOf(event);
    const before = this.started.get(key);
    this.started.set(key, {
      nodeAt: before?.nodeAt ?? event.occurredAt,
      attempt: event.attempt ?? 1,
      attemptAt: event.occurredAt,
      attemptOver: false,
    });
  }

  of(event: RunEvent): Started | undefined {
    return this.started.get(keyOf(event));
  }

  end(event: RunEvent): void {
    this.started.delete(keyOf(event));
  }
}

function keyOf({ nodeId, iterationPath }: RunEvent): string {
  return `${nodeId} ${pathText(iterationPath)}`;
}
