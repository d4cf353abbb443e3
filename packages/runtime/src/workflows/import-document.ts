import {
  CodedError,
  type ErrorDetail,
  type Issue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJsonText,
  safeParseGraph,
} from '@weftwork/schema';

/** One workflow of a file. */
export interface ImportedGraph {
  readonly graph: JsonObject;
  readonly layout?: JsonObject;
}

/** An issue of a file with several workflows also says in which of them it lies. */
export type ImportIssue = Issue & { readonly workflow?: number };

/**
 * Reads the content of a file: `{graph, layout?}`, a bare graph, or `{workflows: [{graph, layout?}, …]}`, as text or
 * already parsed. Throws `INVALID_JSON`, or `GRAPH_INVALID` with every problem of every graph; paths point into the
 * graph they belong to.
 */
export function readImport(content: unknown): ImportedGraph[] {
  const { document, duplicates } =
    typeof content === 'string' ? parseText(content) : { document: content, duplicates: [] };
  const { parts, prefixes } = split(document);
  const issues = duplicates.map((issue) => intoGraph(issue, prefixes));
  const several = prefixes.length > 1;
  const graphs = parts.map((part, index): ImportedGraph => {
    if (duplicates.length === 0) issues.push(...graphIssues(part, several ? index : undefined));
    const { graph, layout } = part as { graph: JsonObject; layout?: JsonObject | null };
    return layout ? { graph, layout } : { graph };
  });
  if (issues.length > 0) throw importError(issues);
  return graphs;
}

export function importError(issues: readonly ErrorDetail[]): CodedError {
  const what = issues.length === 1 ? issues[0]!.message : `${issues.length} problems; see the errors.`;
  return new CodedError('GRAPH_INVALID', `The file was not imported: ${what}`, { errors: issues });
}

function parseText(content: string): { document: JsonValue; duplicates: Issue[] } {
  try {
    const { value, duplicates } = parseJsonText(content);
    return { document: value, duplicates };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The reader recurses; what exhausts its stack is far beyond the depth a graph may have.
    throw importError([{ code: 'TOO_DEEP', path: '', message: 'The text is nested too deep.' }]);
  }
}

function split(document: unknown): { parts: unknown[]; prefixes: string[] } {
  if (isJsonObject(document) && Array.isArray(document.workflows)) {
    const parts = document.workflows;
    if (parts.length === 0) {
      throw importError([
        { code: 'INVALID_FIELD', path: '/workflows', message: 'The file holds no workflow.' },
      ]);
    }
    return { parts, prefixes: parts.map((_, index) => `/workflows/${index}/graph`) };
  }
  if (isJsonObject(document) && isJsonObject(document.graph))
    return { parts: [document], prefixes: ['/graph'] };
  return { parts: [{ graph: document }], prefixes: [''] };
}

function graphIssues(part: unknown, workflow: number | undefined): ImportIssue[] {
  const at = workflow === undefined ? {} : { workflow };
  const wrong = (path: string, message: string): ImportIssue[] => [
    { code: 'INVALID_FIELD', severity: 'error', path, message, ...at },
  ];
  if (!isJsonObject(part) || !isJsonObject(part.graph)) {
    return wrong('', 'Expected a workflow graph: an object with "nodes" and "edges".');
  }
  if (part.layout !== undefined && part.layout !== null && !isJsonObject(part.layout)) {
    return wrong('', 'The "layout" beside the graph must be an object.');
  }
  // An id that is missing is made later; any other will do for the check.
  const { id, ...rest } = part.graph;
  const parsed = safeParseGraph(id === undefined || id === null ? { ...rest, id: 'new' } : part.graph);
  return parsed.ok ? [] : parsed.issues.map((issue) => ({ ...issue, ...at }));
}

function intoGraph(issue: Issue, prefixes: readonly string[]): ImportIssue {
  const index = prefixes.findIndex((prefix) => issue.path.startsWith(`${prefix}/`));
  if (index < 0) return issue;
  const inGraph = { ...issue, path: issue.path.slice(prefixes[index]!.length) };
  return prefixes.length > 1 ? { ...inGraph, workflow: index } : inGraph;
}
