import type { NodeDefinitions, WorkflowGraph } from '@weftwork/schema';
import type { Quotas } from '../workflows/quotas';

/** A workflow that a sub-workflow node may call. `version` is absent when there is no such published version. */
export interface LoadedWorkflow {
  readonly version?: { readonly number: number; readonly graph: WorkflowGraph };
}

/** What validation knows of the world around a graph. What is left out is not checked. */
export interface ValidationContext {
  readonly definitions: NodeDefinitions;
  readonly quotas: Quotas;
  readonly skills?: Iterable<string>;
  readonly connections?: Iterable<string>;
  readonly providers?: Iterable<string>;
  /** Without `version` the newest published one; undefined when there is no such workflow. */
  readonly loadWorkflow?: (id: string, version?: number) => Promise<LoadedWorkflow | undefined>;
}
