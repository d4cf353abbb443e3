import { type CanvasDocument, type ConnectRefusal, indexOf } from '@weftwork/editor';
import type { Issue } from '@weftwork/schema';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { EdgeState } from '../run-state/edge-states';
import type { LoopProgress } from '../run-state/loop-progress';
import type { NodeState } from '../run-state/node-states';

/** An issue with the node and the field within the node that it is about. */
export interface PlacedIssue extends Issue {
  /** JSON Pointer from the node (or the graph) to the field. */
  readonly field: string;
}

/** What a run shows on the canvas. Entries that did not change keep their identity, so that only changed cards draw. */
export interface RunOverlay {
  readonly runId: string;
  readonly ended: boolean;
  readonly nodes: ReadonlyMap<string, NodeState>;
  readonly edges: ReadonlyMap<string, EdgeState>;
  readonly loops: ReadonlyMap<string, LoopProgress>;
}

/** What the gesture under way is about. */
export interface Pointed {
  /** The loop that dragged nodes would go into. */
  readonly loopId?: string | undefined;
  /** The edge that a dragged node would go into. */
  readonly edgeId?: string | undefined;
  /** While an edge is drawn: why nodes do not take it. */
  readonly refusals?: ReadonlyMap<string, ConnectRefusal>;
}

export const NOTHING_POINTED: Pointed = {};

/** What cards and edges read, each its own part. Shared by the editor and the read-only graph of a run. */
export interface CanvasState {
  readonly document: CanvasDocument;
  readonly readOnly: boolean;
  readonly issues: ReadonlyMap<string, readonly PlacedIssue[]>;
  readonly overlay: RunOverlay | undefined;
  /** Nodes edited since the shown run started. */
  readonly stale: ReadonlySet<string>;
  /** The iteration that bodies show; empty shows all of them together. */
  readonly iteration: readonly number[];
  readonly pointed: Pointed;
}

/** What a person can do from within a card or edge. */
export interface CanvasHandlers {
  openAdd(from: { nodeId: string; handle: string }, anchor: DOMRect): void;
  showIteration(path: readonly number[]): void;
}

export interface ReadonlyStore<State> {
  getState(): State;
  getInitialState(): State;
  subscribe(listener: (state: State, before: State) => void): () => void;
}

export const CanvasContext = createContext<ReadonlyStore<CanvasState> | undefined>(undefined);
export const CanvasHandlersContext = createContext<CanvasHandlers | undefined>(undefined);

/** Reads a part of the canvas; the caller draws again only when that part changes. */
export function useCanvas<Part>(select: (state: CanvasState) => Part): Part {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('A part of the canvas stands outside its provider.');
  return useStore(store, select);
}

export function useCanvasHandlers(): CanvasHandlers | undefined {
  return useContext(CanvasHandlersContext);
}

export const useNode = (id: string) => useCanvas((state) => indexOf(state.document.graph).nodes.get(id));
export const useNodeState = (id: string) => useCanvas((state) => state.overlay?.nodes.get(id));
export const useNodeIssues = (id: string) => useCanvas((state) => state.issues.get(id));

/** Sorts issues to their nodes. The path counts nodes as they stood in the graph that was checked. */
export function placeIssues(issues: readonly Issue[], document: CanvasDocument): PlacedIssue[] {
  return issues.map((issue) => {
    const match = /^\/(nodes|edges)\/(\d+)(\/.*)?$/.exec(issue.path);
    if (!match) return { ...issue, field: issue.path };
    const item =
      match[1] === 'nodes' ? document.graph.nodes[Number(match[2])] : document.graph.edges[Number(match[2])];
    const owner =
      match[1] === 'nodes' ? { nodeId: issue.nodeId ?? item?.id } : { edgeId: issue.edgeId ?? item?.id };
    return { ...issue, ...(owner as { nodeId?: string; edgeId?: string }), field: match[3] ?? '' };
  });
}

export function byNode(issues: readonly PlacedIssue[]): ReadonlyMap<string, readonly PlacedIssue[]> {
  const map = new Map<string, PlacedIssue[]>();
  for (const issue of issues) {
    if (issue.nodeId === undefined) continue;
    const list = map.get(issue.nodeId);
    if (list) list.push(issue);
    else map.set(issue.nodeId, [issue]);
  }
  return map;
}
