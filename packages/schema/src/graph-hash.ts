import { createHash } from 'node:crypto';
import { canonicalText } from './canonical-text';
import type { WorkflowGraph } from './workflow-graph';

/** Lower-case hex SHA-256 of the UTF-8 bytes of a graph's canonical text. */
export function graphHash(graph: WorkflowGraph): string {
  return hashCanonicalText(canonicalText(graph));
}

export function hashCanonicalText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
