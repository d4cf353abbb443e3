import { decodeEvents, isCodedError, nodeRunId, type RunEvent } from '@weftwork/schema';
import type { GateRecord, RunReader } from '../ports';
import type { Runtime } from '../runtime-api';
import type { Chance } from './chance';
import type { VirtualTime } from './virtual-time';

/** How often somebody looks at the inbox. */
const LOOK_MS = 300;

/** The people who answer gates and settle unknown outcomes, each time through any process. */
export class People {
  constructor(
    private readonly parts: {
      readonly time: VirtualTime;
      readonly chance: Chance;
      readonly reader: RunReader;
      readonly workspaceId: string;
      runtime(): Runtime;
    },
  ) {}

  begin(): void {
    this.parts.time.plan(this.parts.chance.between(0, 2 * LOOK_MS), () => void this.look());
  }

  private async look(): Promise<void> {
    const { reader, workspaceId, chance } = this.parts;
    for (const gate of await reader.listGates(workspaceId, { status: 'open' }, 100))
      if (chance.happens(0.5)) this.answer(gate);
    const { items } = await reader.listRuns(
      workspaceId,
      { status: ['running', 'awaiting_input'] },
      { limit: 1_000 },
    );
    for (const { id } of items) {
      const found = await reader.getRunWithLog(workspaceId, id);
      const events = found?.log.flatMap((row) => decodeEvents(row.text)) ?? [];
      for (const stepId of unsettled(events)) if (chance.happens(0.5)) this.settle(id, stepId);
    }
    this.begin();
  }

  private answer({ runId, stepId, mode }: GateRecord): void {
    const decision =
      mode === 'approval' ? (this.parts.chance.happens(0.8) ? 'approved' : 'rejected') : 'answered';
    const { workspaceId } = this.parts;
    this.attempt(this.parts.runtime().answerGate({ workspaceId, runId, stepId, by: 'ann', decision }));
  }

  private settle(runId: string, stepId: string): void {
    const outcome = this.parts.chance.happens(0.5) ? 'again' : 'done';
    const { workspaceId } = this.parts;
    this.attempt(this.parts.runtime().settleStep({ workspaceId, runId, stepId, by: 'ann', outcome }));
  }

  /** Somebody else may have been faster, the store may be away: the next look tells. Anything else is a defect. */
  private attempt(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!isCodedError(error)) throw error;
    });
  }
}

/** The node runs whose outcome is unknown and not settled. */
function unsettled(events: readonly RunEvent[]): readonly string[] {
  const open = new Set<string>();
  for (const { type, nodeId, iterationPath, attempt } of events) {
    if (nodeId === undefined || attempt === undefined) continue;
    const stepId = nodeRunId(nodeId, iterationPath ?? [], attempt);
    if (type === 'node.unknown') open.add(stepId);
    if (type === 'node.settled') open.delete(stepId);
  }
  return [...open];
}
