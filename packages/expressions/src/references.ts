import { type Expression, type ExpressionNode, operandsOf, type PathNode } from './ast';
import type { Template } from './parse-template';

/** A path that an expression reads. */
export interface Reference {
  readonly root: 'inputs' | 'nodes' | 'run';
  /** Only with root `nodes`. */
  readonly nodeId?: string;
  /** The steps behind the root; for `nodes` those behind `.data`. */
  readonly path: readonly (string | number)[];
  /** Whether a missing field is taken as null here, as behind `??`. */
  readonly optional: boolean;
  /** Where the path stands in its text, in UTF-16 units. */
  readonly position: number;
  readonly end: number;
}

/** Every path in an expression or template, in the order of the text. For trees see `inspectTemplateValue`. */
export function referencesOf(source: Expression | Template): Reference[] {
  return pathsOf(source).map(({ node, optional, offset }) => ({
    root: node.root,
    ...(node.nodeId === undefined ? {} : { nodeId: node.nodeId }),
    path: node.steps,
    optional,
    position: node.start + offset,
    end: node.end + offset,
  }));
}

/** A path with where its expression begins in the text. */
export interface PlacedPath {
  readonly node: PathNode;
  readonly optional: boolean;
  readonly offset: number;
}

export function pathsOf(source: Expression | Template): PlacedPath[] {
  if ('root' in source) return collect(source.root, false, 0, []);
  return source.parts.flatMap((part) =>
    typeof part === 'string' ? [] : collect(part.expression.root, false, part.offset, []),
  );
}

function collect(node: ExpressionNode, optional: boolean, offset: number, found: PlacedPath[]): PlacedPath[] {
  if (node.kind === 'path') found.push({ node, optional, offset });
  for (const operand of operandsOf(node)) collect(operand.node, operand.optional, offset, found);
  return found;
}
