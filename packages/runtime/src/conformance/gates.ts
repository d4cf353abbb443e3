import type { FactOutcome, GateRow } from '../ports';
import { events, type StoreUnderTest, step, WORKSPACE } from './fixture';

/** A gate of the first attempt of a node, an approval unless said otherwise. */
export const gateOf = (nodeId: string, rest: Partial<GateRow> = {}): GateRow => ({
  ...step(nodeId),
  stepId: `${nodeId}~~1`,
  mode: 'approval',
  message: { text: 'Publish?' },
  onTimeout: 'autoReject',
  ...rest,
});

export const decideGate = (
  store: StoreUnderTest,
  runId: string,
  stepId = 'g~~1',
  workspaceId = WORKSPACE,
): Promise<FactOutcome> =>
  store.runs.decideGate({ runId, workspaceId, stepId, by: 'ann', events: events('gate.decided') });

export const cancelRun = (store: StoreUnderTest, runId: string, workspaceId = WORKSPACE) =>
  store.runs.requestCancel({ runId, workspaceId, events: events('run.cancel_requested') });
