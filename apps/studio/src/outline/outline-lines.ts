import { DEFAULT_HANDLE, indexOf, type OutlineRow, outlineRows, outputHandles } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeDefinitions, WorkflowEdge, WorkflowGraph, WorkflowNode } from '@weftwork/schema';

/** An output as a person reads it. */
export type HandleWord = (node: WorkflowNode, handle: string) => string;

export interface OutlineWords {
  readonly handle: HandleWord;
  readonly nothing: string;
  /** Between the members of a list. */
  readonly and: string;
}

/** A line of the table, its edges in words. All members are plain, so that a line draws again only when it changed. */
export interface OutlineLine {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly order: string;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  readonly hasBody: boolean;
  /** `Which · yes, Begin` */
  readonly from: string;
  /** `yes → Call, else → nothing`; the name alone where there is one output. */
  readonly to: string;
}

/** The lines that are to be seen: bodies of folded loops are left out. */
export function outlineLines(
  graph: WorkflowGraph,
  folded: ReadonlySet<string>,
  words: OutlineWords,
): readonly OutlineLine[] {
  const lines: OutlineLine[] = [];
  let below = Number.POSITIVE_INFINITY; // the level of the folded loop whose body is passed over
  for (const row of outlineRows(graph)) {
    if (row.level > below) continue;
    below = folded.has(row.node.id) ? row.level : Number.POSITIVE_INFINITY;
    lines.push(lineOf(graph, row, words));
  }
  return lines;
}

function lineOf(
  graph: WorkflowGraph,
  { node, incoming, outgoing, ...row }: OutlineRow,
  words: OutlineWords,
): OutlineLine {
  return {
    id: node.id,
    name: node.name || node.id,
    type: node.type,
    ...row,
    from: incoming.map((edge) => cameFrom(graph, edge, words.handle)).join(words.and),
    to: leadsTo(graph, node, outgoing, words),
  };
}

function cameFrom(graph: WorkflowGraph, edge: WorkflowEdge, handleWord: HandleWord): string {
  const source = indexOf(graph).nodes.get(edge.source);
  if (!source) return edge.source;
  const handle = edge.sourceHandle ?? DEFAULT_HANDLE;
  const name = source.name || source.id;
  return handle === DEFAULT_HANDLE ? name : `${name} · ${handleWord(source, handle)}`;
}

function leadsTo(
  graph: WorkflowGraph,
  node: WorkflowNode,
  outgoing: readonly WorkflowEdge[],
  words: OutlineWords,
): string {
  const used = outgoing.map((edge) => edge.sourceHandle ?? DEFAULT_HANDLE);
  const own = outputHandles(nodeDefinitions as NodeDefinitions, node);
  const handles = [...new Set([...own, ...used])];
  return handles
    .map((handle) => {
      const targets = outgoing
        .filter((edge) => (edge.sourceHandle ?? DEFAULT_HANDLE) === handle)
        .map(({ target }) => indexOf(graph).nodes.get(target)?.name || target);
      const there = targets.join(' + ') || words.nothing;
      return handle === DEFAULT_HANDLE ? there : `${words.handle(node, handle)} → ${there}`;
    })
    .join(words.and);
}
