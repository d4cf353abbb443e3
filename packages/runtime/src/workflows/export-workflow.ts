import { type Issue, isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import type { DraftRecord } from '../ports';

/** What stands in an exported file. */
export interface ExportedWorkflow {
  readonly graph: JsonObject;
  readonly layout: JsonObject;
}

/**
 * References to secrets are names and go along; a credential that was typed in literally is replaced by such a
 * reference (so the hash of this graph changes), since files travel.
 */
export function exportGraph(draft: DraftRecord, issues: readonly Issue[]): ExportedWorkflow {
  const literals = issues.filter((issue) => issue.code === 'SECRET_LITERAL').map((issue) => issue.path);
  if (literals.length === 0) return { graph: draft.graph, layout: draft.layout };
  const graph = structuredClone(draft.graph);
  for (const path of literals) replaceLiteral(graph, path);
  return { graph, layout: draft.layout };
}

function replaceLiteral(graph: JsonObject, path: string): void {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = parts.pop();
  let holder: JsonValue | undefined = graph;
  for (const part of parts) {
    holder = Array.isArray(holder) ? holder[Number(part)] : isJsonObject(holder) ? holder[part] : undefined;
  }
  if (last === undefined || typeof holder !== 'object' || holder === null) return;
  const secret = { $secret: last.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_') };
  if (Array.isArray(holder)) holder[Number(last)] = secret;
  else holder[last] = secret;
}
