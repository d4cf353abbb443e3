import { CodedError, type JsonObject, safeParseGraph } from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import type { Api, WorkflowView } from './api';
import { UsageError } from './exit-code';

/** The workflow with this id; undefined when there is none. */
export async function workflowById(api: Api, id: string): Promise<WorkflowView | undefined> {
  try {
    return await api.getWorkflow(id);
  } catch (error) {
    if (error instanceof CodedError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** A workflow by its id, else by its name when only one has it. */
export async function findWorkflow(api: Api, idOrName: string): Promise<WorkflowView> {
  const byId = /^[\p{L}\p{N}_-]{1,64}$/u.test(idOrName) ? await workflowById(api, idOrName) : undefined;
  if (byId !== undefined) return byId;
  const named: WorkflowView[] = [];
  for await (const workflow of api.listWorkflows()) if (workflow.name === idOrName) named.push(workflow);
  if (named.length === 1) return named[0]!;
  if (named.length > 1) {
    const ids = named.map((workflow) => workflow.id).join(', ');
    throw new UsageError(`Several workflows are called "${idOrName}"; give one of the ids ${ids}.`);
  }
  throw new UsageError(`There is no file and no workflow "${idOrName}".`);
}

/** The hash of a graph document; undefined while it is no valid graph. */
export function hashOf(graph: JsonObject): string | undefined {
  const parsed = safeParseGraph(graph);
  return parsed.ok ? graphHash(parsed.graph) : undefined;
}
