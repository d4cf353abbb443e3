import {
  CodedError,
  canonicalText,
  type ErrorDetail,
  ID_PATTERN,
  isJsonObject,
  type JsonObject,
  safeParseGraph,
} from '@weftwork/schema';

/** A graph document ready to be stored as a draft. */
export interface DraftDocument {
  readonly graph: JsonObject;
  readonly name: string;
}

const UNTITLED = 'Untitled';

/**
 * Applies the draft rule: `nodes` and `edges` are lists of objects with ids, else `GRAPH_INVALID`; everything else may
 * be wrong and is reported as an issue later. The graph gets the id of its workflow, and is normalised when it parses.
 */
export function readDraft(document: unknown, workflowId: string, nameBefore = UNTITLED): DraftDocument {
  const graph = assertDraft(document);
  const own = graph.id ?? undefined;
  if (own !== undefined && own !== workflowId) {
    throw new CodedError(
      'GRAPH_ID_MISMATCH',
      `The graph has the id ${JSON.stringify(own)} but the workflow is "${workflowId}"; save it there or remove the id.`,
      { errors: [{ code: 'GRAPH_ID_MISMATCH', path: '/id', message: `Expected "${workflowId}".` }] },
    );
  }
  const named = { ...graph, id: workflowId };
  // What is wrong with the name is an issue of the graph; the list shows what the database can hold of it.
  const name =
    typeof graph.name === 'string' && graph.name.trim() !== ''
      ? graph.name.replaceAll('\0', '\uFFFD')
      : nameBefore;
  return { graph: normalised(named), name };
}

/** The id a new workflow asks for; undefined when the graph leaves it to the server. Throws when it cannot be an id. */
export function requestedId(document: unknown): string | undefined {
  const id = assertDraft(document).id ?? undefined;
  if (id === undefined) return undefined;
  if (typeof id === 'string' && ID_PATTERN.test(id)) return id;
  throw draftError([
    {
      code: 'INVALID_ID',
      path: '/id',
      message: `The id ${JSON.stringify(id)} must be 1 to 64 letters, digits, _ or -; change or remove it.`,
    },
  ]);
}

function normalised(graph: JsonObject): JsonObject {
  const parsed = safeParseGraph(graph);
  return parsed.ok ? (JSON.parse(canonicalText(parsed.graph)) as JsonObject) : graph;
}

function assertDraft(document: unknown): JsonObject {
  if (!isJsonObject(document)) {
    throw draftError([{ code: 'INVALID_FIELD', path: '', message: 'The graph must be an object.' }]);
  }
  const errors = [...listErrors(document, 'nodes'), ...listErrors(document, 'edges')];
  if (errors.length > 0) throw draftError(errors);
  return document;
}

function listErrors(graph: JsonObject, field: 'nodes' | 'edges'): ErrorDetail[] {
  const list = graph[field];
  if (list === undefined) {
    return [{ code: 'MISSING_FIELD', path: `/${field}`, message: `The list "${field}" is missing.` }];
  }
  if (!Array.isArray(list)) {
    return [{ code: 'INVALID_FIELD', path: `/${field}`, message: `"${field}" must be a list.` }];
  }
  return list.flatMap((item, index): ErrorDetail[] => {
    if (!isJsonObject(item)) {
      return [
        { code: 'INVALID_FIELD', path: `/${field}/${index}`, message: 'Expected an object with an id.' },
      ];
    }
    if (typeof item.id === 'string' && item.id !== '') return [];
    const code = item.id === undefined ? 'MISSING_FIELD' : 'INVALID_ID';
    return [{ code, path: `/${field}/${index}/id`, message: 'Expected a text that names it.' }];
  });
}

function draftError(errors: readonly ErrorDetail[]): CodedError {
  return new CodedError('GRAPH_INVALID', 'The graph cannot be stored as it is; see the errors.', { errors });
}
