import { type NodeDefinitions, safeParseGraph } from '@weftwork/schema';
import type { WorkflowStore } from '../ports';
import type { Quotas } from '../workflows/quotas';
import type { LoadedWorkflow } from './context';
import { type GraphValidation, validateGraph } from './validate-graph';

export interface GraphValidatorParts {
  readonly definitions: NodeDefinitions;
  readonly quotas: Quotas;
  readonly store: Pick<WorkflowStore, 'get' | 'getVersion'>;
  readonly skills?: Iterable<string>;
  readonly connections?: Iterable<string>;
  readonly providers?: Iterable<string>;
}

/** Validation with the workflows of a workspace at hand, as the workflow service wants it. */
export function createGraphValidator(
  parts: GraphValidatorParts,
): (document: unknown, scope: { readonly workspaceId: string }) => Promise<GraphValidation> {
  const { store, ...context } = parts;
  return (document, { workspaceId }) => {
    async function loadWorkflow(id: string, version?: number): Promise<LoadedWorkflow | undefined> {
      const workflow = await store.get(workspaceId, id);
      if (!workflow || workflow.archivedAt !== undefined) return undefined;
      const record = await store.getVersion(workspaceId, id, version);
      if (record?.version === undefined) return {};
      const parsed = safeParseGraph(JSON.parse(record.canonical));
      return parsed.ok ? { version: { number: record.version, graph: parsed.graph } } : {};
    }
    return validateGraph(document, { ...context, loadWorkflow });
  };
}
