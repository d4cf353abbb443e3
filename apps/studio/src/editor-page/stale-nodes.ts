import { indexOf } from '@weftwork/editor';
import { canonicalJson, type JsonValue, type WorkflowGraph, type WorkflowNode } from '@weftwork/schema';

/** The nodes that a run of this graph would do otherwise than the last one did, or for the first time. */
export function staleNodes(ranWith: WorkflowGraph, now: WorkflowGraph): ReadonlySet<string> {
  const then = indexOf(ranWith).nodes;
  return new Set(now.nodes.filter((node) => !saysTheSame(then.get(node.id), node)).map(({ id }) => id));
}

function saysTheSame(then: WorkflowNode | undefined, now: WorkflowNode): boolean {
  return then === now || (then !== undefined && textOf(then) === textOf(now));
}

/** Written once each: the graph of an opened run shares no node with the draft, and every edit compares all of them. */
const texts = new WeakMap<WorkflowNode, string>();

function textOf(node: WorkflowNode): string {
  let text = texts.get(node);
  if (text === undefined) {
    text = canonicalJson(node as unknown as JsonValue);
    texts.set(node, text);
  }
  return text;
}
