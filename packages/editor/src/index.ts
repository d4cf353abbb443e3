export { type Added, addConnectedNode, addNode, insertOnEdge, type NewNode } from './actions/add-node';
export {
  type Copied,
  copyText,
  duplicate,
  type PasteAnswer,
  type PasteOptions,
  pasteText,
} from './actions/clipboard';
export { connect, reconnect } from './actions/connect';
export { containerAfter, type Drop, drop, edgesCutBy } from './actions/drop';
export { moveNodes, resizeNode } from './actions/move';
export { canPutOnEdge, putOnEdge } from './actions/put-on-edge';
export { canRemove, remove, type Selected } from './actions/remove';
export { canRenameNodeId, type RenameRefusal, renameNodeId } from './actions/rename-node-id';
export { setAt, setConfig, setConfigField } from './actions/set-config';
export { type GraphOptions, setGraph } from './actions/set-graph';
export { type NodeOptions, setNodeOption } from './actions/set-node-option';
export { absolutePlace, setParent } from './actions/set-parent';
export { type ColumnJob, columnJobs, placeMissing, type TidyOptions, tidy } from './actions/tidy';
export { canWrapInLoop, wrapInLoop } from './actions/wrap-in-loop';
export { type ConnectAnswer, type ConnectRefusal, canConnect, type Port } from './can-connect';
export { applyDiff, diffBetween, type EditorDiff, invertDiff, isEmptyDiff } from './diff';
export { type CanvasDocument, openDocument, type Point, type Size } from './document';
export { betweenEnds, freeSpot, rightOf, snapPoint } from './free-spot';
export {
  countChanges,
  type DiffLine,
  diffGraphs,
  type EdgeChange,
  type FieldChange,
  type FieldPath,
  type Fold,
  foldLines,
  type GraphDiff,
  graphTexts,
  lineDiff,
  type NodeChange,
} from './graph-diff';
export {
  downstreamOf,
  type GraphIndex,
  indexOf,
  parentsOf,
  upstreamOf,
  withDescendants,
} from './graph-index';
export {
  DEFAULT_HANDLE,
  definitionOf,
  ERROR_HANDLE,
  type HandlePlan,
  orphanHandles,
  outputHandles,
  planHandles,
} from './handles';
export {
  createHistory,
  type EditorHistory,
  endGesture,
  type HistoryStep,
  perform,
  redo,
  undo,
} from './history';
export type { Columns } from './layered-places';
export { makeRoom } from './make-room';
export { CARD, cardSize, isContainer, LOOP, nodeSize } from './node-size';
export { type OutlineRow, outlineRows } from './outline/outline-rows';
export { readableFrom } from './references';
export { refusalsOf } from './refusals';
export { findInGraph, type GraphMatch, type GraphQuery } from './search/find-in-graph';
export { type Replaced, replaceInGraph } from './search/replace-in-graph';
export { type Direction, extend, rootsOf, walk } from './select';
export { settle } from './settle';
