import { safeParseGraph } from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { LRUCache } from 'lru-cache';
import type { WorkflowRecord } from '../ports';

/** By draft and revision: a list of workflows is read often, and its drafts change rarely. */
const hashes = new LRUCache<string, { readonly hash: string | undefined }>({ max: 5_000 });

/**
 * Whether publishing the draft would give another version than the published one; undefined while nothing is
 * published. What cannot be read as a graph differs.
 */
export function draftDiffers({ workspaceId, id, draft, published }: WorkflowRecord): boolean | undefined {
  if (!published) return undefined;
  const key = JSON.stringify([workspaceId, id, draft.revision]);
  let known = hashes.get(key);
  if (!known) {
    const parsed = safeParseGraph(draft.graph);
    known = { hash: parsed.ok ? graphHash(parsed.graph) : undefined };
    hashes.set(key, known);
  }
  return known.hash !== published.graphHash;
}
