import type { GraphDiff } from '@weftwork/editor';
import type { WorkflowGraph } from '../api/types';

export type PictureKind = 'same' | 'added' | 'removed' | 'changed';

export interface PictureNode {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly parentId: string | undefined;
  readonly kind: PictureKind;
}

export interface PictureEdge {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly kind: 'same' | 'added' | 'removed';
}

export interface DiffPicture {
  readonly nodes: readonly PictureNode[];
  readonly edges: readonly PictureEdge[];
  /** Unchanged nodes that were left out because the graph is large. */
  readonly leftOut: number;
}

/** Beyond this, only what changed is drawn, with its neighbours and the loops it stands in. */
const MOST_NODES = 120;

/** Both graphs laid over each other: what is there now, and what is gone. */
export function diffPicture(after: WorkflowGraph, diff: GraphDiff): DiffPicture {
  const changes = new Map(diff.nodes.map((change) => [change.node.id, change.kind]));
  const gone = diff.nodes.filter(({ kind }) => kind === 'removed').map(({ node }) => node);
  const nodes = [...after.nodes, ...gone].map(
    ({ id, type, name, parentId }): PictureNode => ({
      id,
      type,
      name: name || id,
      parentId,
      kind: changes.get(id) ?? 'same',
    }),
  );
  const key = (source: string, handle: string, target: string) => `${source} ${handle} ${target}`;
  const came = new Set(
    diff.edges.filter(({ kind }) => kind === 'added').map((e) => key(e.source, e.sourceHandle, e.target)),
  );
  const edges: PictureEdge[] = after.edges.map((edge) => {
    const at = key(edge.source, edge.sourceHandle ?? 'default', edge.target);
    return { key: at, source: edge.source, target: edge.target, kind: came.has(at) ? 'added' : 'same' };
  });
  for (const edge of diff.edges) {
    if (edge.kind !== 'removed') continue;
    const at = key(edge.source, edge.sourceHandle, edge.target);
    edges.push({ key: `- ${at}`, source: edge.source, target: edge.target, kind: 'removed' });
  }
  return nodes.length > MOST_NODES ? withoutFar(nodes, edges) : { nodes, edges, leftOut: 0 };
}

function withoutFar(nodes: readonly PictureNode[], edges: readonly PictureEdge[]): DiffPicture {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  const keep = (id: string) => {
    for (let node = byId.get(id); node && !kept.has(node.id); node = byId.get(node.parentId ?? '')) {
      kept.add(node.id);
    }
  };
  for (const node of nodes) if (node.kind !== 'same') keep(node.id);
  for (const edge of edges) {
    if (edge.kind === 'same') continue;
    keep(edge.source);
    keep(edge.target);
  }
  const changed = new Set(nodes.filter(({ kind }) => kind !== 'same').map(({ id }) => id));
  for (const { source, target } of edges) {
    if (changed.has(source)) keep(target);
    if (changed.has(target)) keep(source);
  }
  return {
    nodes: nodes.filter(({ id }) => kept.has(id)),
    edges: edges.filter(({ source, target }) => kept.has(source) && kept.has(target)),
    leftOut: nodes.length - kept.size,
  };
}
