import { CodedError, canonicalText, type Issue, type NodeDefinitions } from '@weftwork/schema';
import { hashCanonicalText } from '@weftwork/schema/graph-hash';
import type { NewVersion, WorkflowRecord } from '../ports';
import { clampToQuotas, type Quotas } from './quotas';
import type { ValidateGraph } from './workflow-service';

interface FreezeParts {
  readonly validate: ValidateGraph;
  readonly definitions: NodeDefinitions;
  readonly quotas: Quotas;
}

/**
 * Makes the immutable form of a draft: checked, as canonical text, hashed, with the settings a run will get. Publishing
 * and test versions share it, so what was tried is what would be published. Throws `GRAPH_INVALID` with all issues.
 */
export async function freezeGraph(
  { validate, definitions, quotas }: FreezeParts,
  workflow: WorkflowRecord,
  by: string,
): Promise<{ version: NewVersion; warnings: readonly Issue[] }> {
  const { graph, issues } = await validate(workflow.draft.graph, { workspaceId: workflow.workspaceId });
  const errors = issues.filter((issue) => issue.severity === 'error').length;
  if (!graph || errors > 0) {
    throw new CodedError(
      'GRAPH_INVALID',
      `"${workflow.name}" has ${errors} ${errors === 1 ? 'error' : 'errors'}; fix them first.`,
      { errors: issues },
    );
  }
  const canonical = canonicalText(graph);
  const { settings, clamps } = clampToQuotas(graph, quotas, definitions);
  const version: NewVersion = {
    workflowId: workflow.id,
    graphHash: hashCanonicalText(canonical),
    canonical,
    layout: workflow.draft.layout,
    settings,
    clamps,
    publishedBy: by,
  };
  return { version, warnings: issues };
}
