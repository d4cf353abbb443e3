import type { EventPayload, EventType } from '@weftwork/schema';
import type { EventEnvelope, Gate, NodeRun, Run, RunWarning } from '../api/types';

/*
 * What one event changes on the run, on its node run or on a gate. Exhaustive by type where the type matters; an event
 * that changes nothing gives an empty change or none.
 */

type RunChange = Partial<Omit<Run, 'nodeRuns' | 'gates' | 'lastSeq'>>;
type NodeChange = Partial<NodeRun> & Pick<NodeRun, 'status'>;

// The server's contract closes the payload of each type, so it is read as that type here and trusted from then on.
export function payload<T extends EventType>(event: EventEnvelope, _type: T): EventPayload<T> {
  return event.data as EventPayload<T>;
}

export function runChange(event: EventEnvelope, now: Pick<Run, 'startedAt' | 'warnings'>): RunChange {
  const at = event.occurredAt;
  switch (event.type) {
    case 'run.started':
      return { status: 'running', startedAt: now.startedAt ?? at };
    case 'run.awaiting_input': {
      const { waitReason } = payload(event, event.type);
      // Waiting for a child or a timer is still running, by the contract.
      const waits = waitReason !== 'child' && waitReason !== 'timer';
      return { status: waits ? 'awaiting_input' : 'running', waitReason };
    }
    case 'run.resumed':
      return { status: 'running', waitReason: null };
    case 'run.cancel_requested':
      return { status: 'cancel_requested', waitReason: null };
    case 'run.completed': {
      const { output, warnings = [] } = payload(event, event.type);
      return {
        status: 'completed',
        waitReason: null,
        output,
        warnings: addWarnings(now.warnings, warnings),
        endedAt: at,
      };
    }
    case 'run.failed':
      return { status: 'failed', waitReason: null, error: payload(event, event.type).error, endedAt: at };
    case 'run.cancelled':
      return { status: 'cancelled', waitReason: null, endedAt: at };
    default:
      return {};
  }
}

function addWarnings(known: readonly RunWarning[], more: readonly RunWarning[]): readonly RunWarning[] {
  const texts = new Set(known.map((one) => JSON.stringify(one)));
  return [...known, ...more.filter((one) => !texts.has(JSON.stringify(one)))];
}

export function nodeChange(event: EventEnvelope): NodeChange | undefined {
  const at = event.occurredAt;
  switch (event.type) {
    case 'node.started': {
      const { input } = payload(event, event.type);
      return { status: 'running', startedAt: at, ...(input === undefined ? {} : { input }) };
    }
    case 'node.completed': {
      const { output, artifacts, messages, metadata, warnings } = payload(event, event.type);
      return {
        status: 'completed',
        output,
        endedAt: at,
        ...(artifacts ? { artifacts } : {}),
        ...(messages ? { messages } : {}),
        ...(metadata ? { metadata } : {}),
        ...(warnings ? { warnings } : {}),
      };
    }
    case 'node.failed':
      return { status: 'failed', error: payload(event, event.type).error, endedAt: at };
    case 'node.skipped':
      return { status: 'skipped', reason: payload(event, event.type).reason };
    case 'node.retrying':
      return { status: 'retrying', error: payload(event, event.type).error, endedAt: at };
    case 'node.awaiting_input':
      return { status: 'awaiting_input' };
    case 'node.cancelled':
      return { status: 'cancelled', endedAt: at };
    case 'node.unknown':
      return { status: 'unknown', error: payload(event, event.type).error };
    case 'node.settled':
      // "done" and "failed" are followed by the event that ends the node run; "again" by a new attempt.
      return payload(event, event.type).outcome === 'again' ? { status: 'failed', endedAt: at } : undefined;
    case 'child.started':
      return { status: 'running', childRunId: payload(event, event.type).childRunId };
    default:
      return undefined;
  }
}

const GATE_ENDS: Partial<Record<EventType, Gate['status']>> = {
  'gate.decided': 'decided',
  'gate.expired': 'expired',
  'gate.withdrawn': 'withdrawn',
};

/** The gate after the event; undefined when the event changes none that is known. */
export function gateAfter(event: EventEnvelope, known: Gate | undefined): Gate | undefined {
  if (event.type === 'gate.opened') {
    const { stepId, mode, message, show, schema, deadlineAt } = payload(event, event.type);
    return {
      stepId,
      nodeId: event.nodeId ?? '',
      ...(event.iterationPath ? { iterationPath: event.iterationPath } : {}),
      mode,
      status: 'open',
      message,
      ...(show ? { show } : {}),
      ...(schema ? { schema } : {}),
      ...(deadlineAt ? { deadlineAt } : {}),
    };
  }
  const status = GATE_ENDS[event.type];
  return known && status ? { ...known, status } : undefined;
}
