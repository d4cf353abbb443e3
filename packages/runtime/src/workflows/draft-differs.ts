import { safeParseGraph } from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { LRUCache } from 'lru-cache';
import type { WorkflowRecord } from '../ports';

/** A list of workflows is read often, and its drafts change rarely. */
const MOST_KNOWN = 5_000;

/**
 * Answers whether publishing the draft of a workflow would give another version than the published one; undefined while
 * nothing is published. What cannot be read as a graph differs. Remembers drafts by their revision, so it is for one store.
 */
export function createDraftDiffers(): (workflow: WorkflowRecord) => boolean | undefined {
  const hashes = new LRUCache<string, { readonly hash: string | undefined }>({ max: MOST_KNOWN });
  return ({ workspaceId, id, draft, published }) => {
    if (!published) return undefined;
    const key = JSON.stringify([workspaceId, id, draft.revision]);
    let known = hashes.get(key);
    if (!known) {
      const parsed = safeParseGraph(draft.graph);
      known = { hash: parsed.ok ? graphHash(parsed.graph) : undefined };
      hashes.set(key, known);
    }
    return known.hash !== published.graphHash;
  };
}
