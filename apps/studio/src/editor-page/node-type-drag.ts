import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';

/** The type stands in the name of the data: while a drag is over the page a browser tells names alone. */
const MIME = 'application/x-weftwork-node.';

/** Puts a node type on a drag. */
export function dragNodeType(drag: DataTransfer, type: NodeType): void {
  drag.setData(`${MIME}${type}`, type);
  drag.effectAllowed = 'copy';
}

/** The node type on a drag, if it holds one. */
export function nodeTypeOn(drag: DataTransfer): NodeType | undefined {
  const name = drag.types.find((each) => each.startsWith(MIME));
  const type = name?.slice(MIME.length);
  return type !== undefined && Object.hasOwn(nodeDefinitions, type) ? (type as NodeType) : undefined;
}
