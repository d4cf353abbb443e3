export {
  countChanges,
  diffGraphs,
  type EdgeChange,
  type GraphDiff,
  type NodeChange,
} from './diff-graphs';
export type { FieldChange, FieldPath } from './field-changes';
export { type DiffLine, type Fold, foldLines, lineDiff } from './line-diff';
export { graphTexts } from './secrets';
