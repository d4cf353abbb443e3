'use client';

import { useVersion, useWorkflow } from '../api/queries';
import type { WorkflowGraph } from '../api/types';
import type { RunView } from '../run-state/run-view';

/** The graph that ran. A test version is not listed, so unless the run brings its graph the draft stands in for it. */
export function useRunGraph(run: RunView['run'] | undefined): {
  graph: WorkflowGraph | undefined;
  /** The draft was drawn instead of what ran. */
  approximate: boolean;
} {
  const numbered = typeof run?.version === 'number' ? run.version : undefined;
  const version = useVersion(run?.graph ? undefined : run?.workflowId, numbered);
  const needsDraft = run !== undefined && !run.graph && numbered === undefined;
  const draft = useWorkflow(run?.workflowId ?? '', needsDraft);
  return {
    graph: run?.graph ?? version.data?.graph ?? draft.data?.draft.graph,
    approximate: needsDraft,
  };
}
