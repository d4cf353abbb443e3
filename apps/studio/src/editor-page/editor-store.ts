import {
  applyDiff,
  type CanvasDocument,
  createHistory,
  diffBetween,
  type EditorDiff,
  type EditorHistory,
  endGesture,
  makeRoom,
  perform,
  placeMissing,
  redo,
  undo,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { Issue, WorkflowGraph } from '@weftwork/schema';
import { createContext, useContext, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  byNode,
  type CanvasState,
  NOTHING_POINTED,
  type PlacedIssue,
  type Pointed,
  placeIssues,
  type RunOverlay,
} from '../canvas/canvas-store';
import { edgeLanes } from '../canvas/edge-lanes';
import {
  type Chosen,
  type Drawn,
  type FlowEdge,
  type FlowNode,
  flowEdges,
  flowNodes,
  NOTHING_CHOSEN,
  reselected,
  sameBoxes,
  sameEnds,
  withLanes,
} from '../canvas/flow-elements';
import { staleNodes } from './stale-nodes';

export interface ActOptions {
  /** Edits of one gesture, such as typing in a field, are one step. */
  readonly gesture?: string;
  /** Nodes to select afterwards. */
  readonly select?: readonly string[];
}

export interface EditorState extends CanvasState {
  readonly history: EditorHistory;
  readonly chosen: Chosen;
  readonly allIssues: readonly PlacedIssue[];
  /** The document an issue list was made for; older ones may speak of what is gone. */
  readonly checked: CanvasDocument | undefined;
  /** What the last run executed, to tell what was edited since. */
  readonly ranWith: WorkflowGraph | undefined;
  /** The run that was started on this page last; others were only opened here. */
  readonly startedRun: string | undefined;
  act(label: string, make: (document: CanvasDocument) => EditorDiff | undefined, options?: ActOptions): void;
  endGesture(): void;
  undo(): void;
  redo(): void;
  choose(nodes: Iterable<string>, edges?: Iterable<string>): void;
  /** Puts another document in the place of this one, as one step that can be undone. */
  replace(label: string, document: CanvasDocument): void;
  setIssues(issues: readonly Issue[], checked: CanvasDocument): void;
  setOverlay(overlay: RunOverlay | undefined): void;
  setIteration(path: readonly number[]): void;
  /** Has the canvas show the document, wherever a gesture has left what is drawn. */
  drawAgain(): void;
  /** Says what the gesture under way is about; nothing ends it. */
  point(pointed: Pointed | undefined): void;
  /** Tells what the last run executed; `startedRun` when it was started here. */
  markRun(ranWith: WorkflowGraph, startedRun?: string): void;
}

/** What React Flow draws. Apart from the rest, so that the frames of a drag reach the canvas alone and no card. */
export interface FlowState {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
  /** Whether a hand holds nodes now. */
  readonly dragging: boolean;
}

export type EditorStore = StoreApi<EditorState> & { readonly flow: StoreApi<FlowState> };

export function createEditorStore(opened: CanvasDocument): EditorStore {
  const document = placeMissing(opened, nodeDefinitions);
  const first = flowNodes(document, NOTHING_CHOSEN, { nodes: [], document: undefined });
  const flow = createStore<FlowState>(() => ({
    nodes: first,
    edges: routed(first, flowEdges(document, NOTHING_CHOSEN, [])),
    dragging: false,
  }));
  const store = createStore<EditorState>((set, get) => {
    /** Everything that follows from a new history. */
    const enter = (history: EditorHistory, select?: readonly string[]) => {
      const before = get();
      if (history === before.history && !select) return;
      const { document } = history;
      const chosen = select
        ? { nodes: new Set(select), edges: new Set<string>() }
        : stillThere(before.chosen, document);
      flow.setState(drawnAgain(document, chosen, { ...flow.getState(), document: before.document }));
      set({
        history,
        document,
        chosen,
        stale: staleSince(before.ranWith, document, before.stale),
      });
    };
    return {
      history: createHistory(document),
      document,
      readOnly: false,
      chosen: NOTHING_CHOSEN,
      allIssues: [],
      issues: new Map(),
      checked: undefined,
      overlay: undefined,
      ranWith: undefined,
      startedRun: undefined,
      stale: new Set(),
      iteration: [],
      pointed: NOTHING_POINTED,
      act(label, make, options = {}) {
        const { history } = get();
        const made = make(history.document);
        if (!made) return;
        // Tidying places everything itself; any other edit may let a loop grow, which is part of the same step.
        const diff = label === 'tidy' ? made : withRoom(history.document, made);
        const step = { label, diff, ...(options.gesture ? { gesture: options.gesture } : {}) };
        enter(perform(history, step), options.select);
      },
      endGesture: () => set({ history: endGesture(get().history) }),
      undo: () => enter(undo(get().history)),
      redo: () => enter(redo(get().history)),
      choose(nodes, edges = []) {
        const { chosen: before } = get();
        const chosen = { nodes: new Set(nodes), edges: new Set(edges) };
        if (sameSet(before.nodes, chosen.nodes) && sameSet(before.edges, chosen.edges)) return;
        const drawn = flow.getState();
        flow.setState({
          nodes: reselected(drawn.nodes, chosen.nodes),
          edges: reselected(drawn.edges, chosen.edges),
        });
        set({ chosen });
      },
      replace(label, opened) {
        const next = placeMissing(opened, nodeDefinitions);
        const { history } = get();
        enter(perform(history, { label, diff: diffBetween(history.document, next) }), []);
      },
      setIssues(issues, checked) {
        const allIssues = placeIssues(issues, checked);
        set({ allIssues, issues: byNode(allIssues), checked });
      },
      setOverlay: (overlay) => set({ overlay }),
      setIteration: (iteration) => set({ iteration }),
      drawAgain() {
        const { document, chosen } = get();
        flow.setState(drawnAgain(document, chosen, { ...flow.getState(), document }));
      },
      point(pointed = NOTHING_POINTED) {
        const { loopId, edgeId, refusals } = get().pointed;
        const same = loopId === pointed.loopId && edgeId === pointed.edgeId && refusals === pointed.refusals;
        if (!same) set({ pointed });
      },
      markRun(ranWith, startedRun) {
        const { document, stale, startedRun: before } = get();
        set({
          ranWith,
          startedRun: startedRun ?? before,
          stale: staleSince(ranWith, document, stale),
        });
      },
    };
  });
  return Object.assign(store, { flow });
}

function withRoom(document: CanvasDocument, diff: EditorDiff): EditorDiff {
  const next = applyDiff(document, diff);
  const roomy = makeRoom(document, next, nodeDefinitions);
  return roomy === next ? diff : diffBetween(document, roomy);
}

/** The drawing of another document or selection. Edges look for their ways again only when something moved. */
function drawnAgain(
  document: CanvasDocument,
  chosen: Chosen,
  before: Drawn & { readonly edges: readonly FlowEdge[] },
): Pick<FlowState, 'nodes' | 'edges'> {
  const nodes = flowNodes(document, chosen, before);
  const edges = flowEdges(document, chosen, before.edges);
  const stands = sameBoxes(nodes, before.nodes) && sameEnds(edges, before.edges);
  return { nodes, edges: stands ? edges : routed(nodes, edges) };
}

const routed = (nodes: readonly FlowNode[], edges: readonly FlowEdge[]) =>
  withLanes(edges, edgeLanes(nodes, edges));

function stillThere(chosen: Chosen, document: CanvasDocument): Chosen {
  const nodes = new Set(document.graph.nodes.map((node) => node.id));
  const edges = new Set(document.graph.edges.map((edge) => edge.id));
  const kept = {
    nodes: new Set([...chosen.nodes].filter((id) => nodes.has(id))),
    edges: new Set([...chosen.edges].filter((id) => edges.has(id))),
  };
  return sameSet(kept.nodes, chosen.nodes) && sameSet(kept.edges, chosen.edges) ? chosen : kept;
}

function staleSince(
  ranWith: WorkflowGraph | undefined,
  { graph }: CanvasDocument,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!ranWith) return before;
  const stale = staleNodes(ranWith, graph);
  return sameSet(stale, before) ? before : stale;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

export const EditorContext = createContext<EditorStore | undefined>(undefined);

export function useEditorStore(): EditorStore {
  const store = useContext(EditorContext);
  if (!store) throw new Error('A part of the editor stands outside its provider.');
  return store;
}

export function useEditor<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useEditorStore(), select);
}

export function useFlow<Part>(select: (state: FlowState) => Part): Part {
  return useStore(useEditorStore().flow, select);
}

/** A value as it was before the drag under way. */
export function useAtRest<Value>(value: Value): Value {
  const dragging = useFlow((state) => state.dragging);
  const rested = useRef(value);
  if (!dragging) rested.current = value;
  return rested.current;
}

/** The selected nodes at rest: a drag chooses what it moves, and a form that opens for it meanwhile would hold it up. */
export function useChosenAtRest(): ReadonlySet<string> {
  return useAtRest(useEditor((state) => state.chosen.nodes));
}

/** The one selected node, when exactly one is. */
export function useChosenNodeId(): string | undefined {
  return useEditor((state) => (state.chosen.nodes.size === 1 ? [...state.chosen.nodes][0] : undefined));
}
