import { type EventEnvelope, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { Gate } from '@weftwork/sdk';
import type { Terminal } from './terminal';

/** Names of nodes by id, for people; a node without one is shown by its id. */
export type NodeNames = ReadonlyMap<string, string>;

/** One line for an event, or undefined for one that says nothing new to a person. */
export function describeEvent(
  event: EventEnvelope,
  names: NodeNames,
  terminal: Terminal,
): string | undefined {
  const { data } = event;
  const node = nodeLabel(event, names);
  const { style } = terminal;
  switch (event.type) {
    case 'run.queued':
    case 'run.resumed':
    case 'loop.iteration_started':
    case 'loop.iteration_completed':
    case 'node.awaiting_input':
    case 'child.ended':
      return undefined;
    case 'run.started':
      return style('dim', `run ${event.runId}`);
    case 'run.awaiting_input':
      return style('yellow', `◔ waiting (${text(data.waitReason)})`);
    case 'run.cancel_requested':
      return style('yellow', '■ cancel requested');
    case 'run.completed':
      return style('green', '✓ completed');
    case 'run.failed':
      return style('red', `✗ failed: ${errorText(data.error)}`);
    case 'run.cancelled':
      return style('yellow', '■ cancelled');
    case 'node.started':
      return `▶ ${node}`;
    case 'node.completed': {
      const note =
        data.error === undefined ? '' : style('yellow', ` went on after: ${errorText(data.error)}`);
      const handle = typeof data.handle === 'string' ? style('dim', ` → ${data.handle}`) : '';
      return `${style('green', '✓')} ${node}${handle}${note}`;
    }
    case 'node.failed':
      return `${style('red', '✗')} ${node}: ${errorText(data.error)}`;
    case 'node.skipped':
      return style('dim', `- ${node} skipped: ${text(data.reason)}`);
    case 'node.retrying':
      return `${style('yellow', '↻')} ${node} tries again: ${errorText(data.error)}`;
    case 'node.cancelled':
      return `${style('yellow', '■')} ${node} cancelled`;
    case 'node.unknown':
      return `${style('yellow', '?')} ${node}: nobody knows whether the call arrived: ${errorText(data.error)}`;
    case 'node.settled':
      return `${style('green', '✓')} ${node} settled as ${text(data.outcome)} by ${text(data.by)}`;
    case 'node.log':
      return style('dim', `  ${node}: ${text(data.text)}`);
    case 'gate.opened':
      return asks(node, data.message, terminal);
    case 'gate.decided':
      return `${style('cyan', '◆')} ${node} ${text(data.decision)} by ${text(data.by)}`;
    case 'gate.voted':
      return `${style('cyan', '◆')} ${node}: ${text(data.by)} votes ${text(data.vote)}`;
    case 'gate.expired':
      return `${style('yellow', '◆')} ${node} was not answered in time`;
    case 'gate.escalated':
      return `${style('yellow', '◆')} ${node} was passed on`;
    case 'gate.withdrawn':
      return style('dim', `◆ ${node} needs no answer any more`);
    case 'child.started':
      return style('dim', `  ${node} runs ${text(data.workflowId)} version ${text(data.version)}`);
    case 'artifact.created':
      return isJsonObject(data.artifact) ? style('cyan', `▣ ${text(data.artifact.name)}`) : undefined;
    default: {
      const unknown: never = event.type;
      return String(unknown); // a newer service may send types that this command does not know
    }
  }
}

/** The question of an open gate and what it shows, for the person who is about to answer it. */
export function describeGate(gate: Gate, names: NodeNames, terminal: Terminal): string {
  const question = asks(nodeLabel(gate, names), gate.message, terminal);
  return [question, ...shownLines(gate.show ?? {})].join('\n');
}

function asks(node: string, message: JsonValue | undefined, { style }: Terminal): string {
  return `${style('cyan', '◆')} ${node} asks: ${text(message)}`;
}

/** `key: value`, indented; only nested values are JSON. */
function shownLines(values: JsonObject): string[] {
  return Object.entries(values).map(([name, value]) => {
    if (typeof value === 'object' && value !== null) {
      return `  ${name}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`;
    }
    const shown = text(value);
    // A text of several lines begins below its key.
    const start = shown.includes('\n') ? '\n' : ' ';
    return `  ${name}:${`${start}${shown}`.replaceAll('\n', '\n    ')}`;
  });
}

function nodeLabel(
  event: Pick<EventEnvelope, 'nodeId' | 'iterationPath' | 'attempt'>,
  names: NodeNames,
): string {
  if (event.nodeId === undefined) return '';
  const path = event.iterationPath?.length
    ? ` [${event.iterationPath.map((index) => index + 1).join('.')}]`
    : '';
  const attempt = (event.attempt ?? 1) > 1 ? ` (attempt ${event.attempt})` : '';
  return `${names.get(event.nodeId) ?? event.nodeId}${path}${attempt}`;
}

function errorText(error: JsonValue | undefined): string {
  if (!isJsonObject(error)) return 'unknown error';
  return `${text(error.code)} ${text(error.message)}`;
}

function text(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
