import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import {
  CodedError,
  decodeJsonText,
  type Issue,
  isJsonObject,
  type JsonObject,
  parseJsonText,
  safeParseGraph,
  type WorkflowGraph,
} from '@weftwork/schema';
import { UsageError } from './exit-code';

/** A workflow file as it was written: a bare graph, or `{ "graph": …, "layout": … }`. */
export interface GraphFile {
  readonly name: string;
  readonly graph: JsonObject;
  readonly layout?: JsonObject;
}

/** What is wrong with a file; each issue points into its graph. */
export class FileIssues extends Error {
  override readonly name = 'FileIssues';
  constructor(
    readonly file: string,
    readonly issues: readonly Issue[],
  ) {
    super(`${file} has ${issues.length} issue(s).`);
  }
}

/** Whether a word of the command line means a file, there or not, rather than a workflow by id or name. */
export function isFileName(word: string): boolean {
  return statSync(word, { throwIfNoEntry: false })?.isFile() ?? /^\.{0,2}[/\\]|\.json$/.test(word);
}

/** Reads a workflow file. Throws `FileIssues` for keys that stand twice, and `UsageError` for what is no graph at all. */
export async function readGraphFile(name: string): Promise<GraphFile> {
  const { value, duplicates } = parseText(name, await readText(name));
  const graph = isJsonObject(value) && isJsonObject(value.graph) ? value.graph : value;
  if (!isJsonObject(value) || !isJsonObject(graph)) throw noWorkflow(name);
  const wrapped = graph !== value;
  if (duplicates.length > 0) {
    const inGraph = duplicates.map((issue) =>
      wrapped ? { ...issue, path: issue.path.replace(/^\/graph(?=\/)/, '') } : issue,
    );
    throw new FileIssues(name, inGraph);
  }
  // Its fields one by one would be a long list that says less.
  if (!Array.isArray(graph.nodes)) throw noWorkflow(name);
  if (!wrapped) return { name, graph };
  const layout = isJsonObject(value.layout) ? { layout: value.layout } : {};
  return { name, graph, ...layout };
}

function noWorkflow(name: string): UsageError {
  return new UsageError(`${name} is not a workflow file.`);
}

/** The graph of a file in its typed form. Throws `FileIssues` when it is none. */
export function parseGraphFile(file: GraphFile): WorkflowGraph {
  const parsed = safeParseGraph(file.graph);
  if (!parsed.ok) throw new FileIssues(file.name, parsed.issues);
  return parsed.graph;
}

/** The text of a JSON file. Throws `UsageError` when it cannot be read or is no UTF-8. */
export async function readText(name: string): Promise<string> {
  const bytes = await readBytes(name);
  try {
    return decodeJsonText(bytes);
  } catch (error) {
    throw asUsage(name, error);
  }
}

async function readBytes(name: string): Promise<Uint8Array> {
  try {
    return await readFile(name);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : String(code);
    throw new UsageError(`${name} cannot be read: ${why}.`, { cause });
  }
}

function parseText(name: string, text: string): ReturnType<typeof parseJsonText> {
  try {
    return parseJsonText(text);
  } catch (error) {
    throw asUsage(name, error);
  }
}

function asUsage(name: string, error: unknown): unknown {
  return error instanceof CodedError ? new UsageError(`${name}: ${error.message}`, { cause: error }) : error;
}
