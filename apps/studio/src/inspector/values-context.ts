'use client';

import { definitionOf } from '@weftwork/editor';
import type { ExpressionScope } from '@weftwork/expressions';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RunError,
  type WorkflowGraph,
} from '@weftwork/schema';
import { createContext, useContext, useMemo } from 'react';
import { nodeStates } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';

/** The values of the last run, for previews and completion. Undefined members were not there. */
export interface LastValues {
  readonly hasRun: boolean;
  readonly scope: ExpressionScope;
  /** What a node's card says it failed with: its last attempt, in the iteration that failed. */
  readonly errorOf: (nodeId: string) => RunError | undefined;
}

const NOTHING: LastValues = {
  hasRun: false,
  scope: { inputs: {}, runId: '', nodeData: () => undefined },
  errorOf: () => undefined,
};

export const ValuesContext = createContext<LastValues>(NOTHING);
export const useLastValues = () => useContext(ValuesContext);

/** What the shown run gave each node; a node of several iterations shows its last. */
export function useValues(view: RunView | undefined, graph: WorkflowGraph): LastValues {
  return useMemo(() => {
    if (!view) return NOTHING;
    const states = nodeStates(view);
    const data = new Map<string, JsonValue>();
    for (const nodeRun of view.nodeRuns.values()) {
      if (nodeRun.status === 'completed' && nodeRun.output !== undefined)
        data.set(nodeRun.nodeId, nodeRun.output);
    }
    // `inputs` is the data of the entry: the run's input with defaults filled in.
    const entry = graph.nodes.find((node) => definitionOf(nodeDefinitions, node)?.kind === 'entry');
    const filled = entry && data.get(entry.id);
    const input = isJsonObject(filled ?? null) ? filled : view.run.input;
    return {
      hasRun: true,
      scope: {
        inputs: isJsonObject(input ?? null) ? (input as JsonObject) : {},
        runId: view.run.id,
        nodeData: (id) => data.get(id) ?? (states.get(id)?.status === 'skipped' ? null : undefined),
      },
      errorOf: (id) => states.get(id)?.error,
    };
  }, [view, graph]);
}
