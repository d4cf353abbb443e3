import type { Issue, JsonObject } from '@weftwork/schema';
import type { WorkflowStore } from '../ports';
import { readDraft } from './draft-document';
import { importError, readImport } from './import-document';
import { plainLayout } from './plain-layout';
import { remapReferences } from './remap-references';
import type { SavedDraft, ValidateGraph } from './workflow-service';

/** What became of a workflow (`nodeId` null) or of one of its nodes. */
export interface ImportReportEntry {
  readonly workflowId: string;
  readonly nodeId: string | null;
  readonly outcome: 'imported' | 'new_id' | 'changed' | 'issue';
  readonly message: string;
}

export interface ImportResult {
  readonly workflows: readonly (SavedDraft & { readonly name: string })[];
  readonly report: readonly ImportReportEntry[];
}

interface ImportParts {
  readonly store: WorkflowStore;
  readonly validate: ValidateGraph;
  readonly mintId: () => string;
}

const DOUBLE_IDS: readonly string[] = ['DUPLICATE_NODE_ID', 'DUPLICATE_EDGE_ID'];

/**
 * Stores the graphs of a file as new workflows. An id that is taken, or stands twice in the file, is replaced and all
 * references among the file's graphs follow it; nothing that exists is touched. All or nothing: every graph is
 * checked before the first is stored.
 */
export async function importWorkflows(
  { store, validate, mintId }: ImportParts,
  workspaceId: string,
  content: unknown,
  by?: string,
): Promise<ImportResult> {
  const files = readImport(content);
  const several = files.length > 1;
  const doubled: Issue[] = [];
  for (const [index, { graph }] of files.entries()) {
    const { issues } = await validate(graph, { workspaceId });
    const found = issues.filter((issue) => DOUBLE_IDS.includes(issue.code));
    doubled.push(...found.map((issue) => (several ? { ...issue, workflow: index } : issue)));
  }
  if (doubled.length > 0) throw importError(doubled);

  const ids = await chooseIds(store, workspaceId, files, mintId);
  const moved = new Map<string, string>();
  files.forEach(({ graph }, index) => {
    const own = graph.id;
    if (typeof own === 'string' && own !== ids[index] && !moved.has(own)) moved.set(own, ids[index]!);
  });
  // A graph of the file that kept its id stays the target of references to it.
  for (const id of ids) moved.delete(id);

  const placed = files.map(({ graph, layout }, index) => {
    const remapped = remapReferences(graph, ids[index]!, moved);
    const draft = readDraft(remapped.graph, ids[index]!);
    return {
      ...draft,
      layout: layout ?? plainLayout(draft.graph),
      before: graph.id,
      changed: remapped.changed,
    };
  });
  const author = by === undefined ? {} : { by };
  const stored = [];
  for (const [index, { name, graph, layout }] of placed.entries()) {
    stored.push(await store.create(workspaceId, { id: ids[index]!, name, graph, layout, ...author }));
  }

  const workflows: (SavedDraft & { name: string })[] = [];
  const report: ImportReportEntry[] = [];
  for (const [index, record] of stored.entries()) {
    const { issues } = await validate(record.draft.graph, { workspaceId });
    workflows.push({ id: record.id, name: record.name, revision: record.draft.revision, issues });
    report.push(...reportOn(record.id, placed[index]!, issues));
  }
  return { workflows, report };
}

async function chooseIds(
  store: WorkflowStore,
  workspaceId: string,
  files: readonly { graph: JsonObject }[],
  mintId: () => string,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { graph } of files) {
    const own = typeof graph.id === 'string' ? graph.id : undefined;
    const free = own !== undefined && !ids.includes(own) && !(await store.get(workspaceId, own));
    ids.push(free ? own : mintId());
  }
  return ids;
}

function reportOn(
  workflowId: string,
  placed: { graph: JsonObject; before: unknown; changed: readonly string[] },
  issues: readonly Issue[],
): ImportReportEntry[] {
  const kept = placed.before === workflowId;
  const why = typeof placed.before === 'string' ? `"${placed.before}" is taken` : 'the file gives none';
  const whole: ImportReportEntry = {
    workflowId,
    nodeId: null,
    outcome: kept ? 'imported' : 'new_id',
    message: kept ? 'Imported under its own id.' : `Imported as "${workflowId}": ${why}.`,
  };
  const loose = issues.filter((issue) => issue.nodeId === undefined);
  return [
    whole,
    ...loose.map((issue) => entry(workflowId, null, 'issue', issue.message)),
    ...(placed.graph.nodes as JsonObject[]).flatMap((node) => {
      const nodeId = String(node.id);
      const own = issues.filter((issue) => issue.nodeId === nodeId);
      const first = placed.changed.includes(nodeId)
        ? entry(workflowId, nodeId, 'changed', 'Its reference follows the workflow that got a new id.')
        : entry(workflowId, nodeId, 'imported', 'Imported as it is.');
      return [first, ...own.map((issue) => entry(workflowId, nodeId, 'issue', issue.message))];
    }),
  ];
}

function entry(
  workflowId: string,
  nodeId: string | null,
  outcome: ImportReportEntry['outcome'],
  message: string,
): ImportReportEntry {
  return { workflowId, nodeId, outcome, message };
}
