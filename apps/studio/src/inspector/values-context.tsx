'use client';

import { definitionOf } from '@weftwork/editor';
import type { ExpressionScope } from '@weftwork/expressions';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { isJsonObject, type JsonObject, type JsonValue, type RunError } from '@weftwork/schema';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useCanvas } from '../canvas/canvas-store';
import { useShownRun } from '../editor-page/shown-run';
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

const ValuesContext = createContext<StoreApi<LastValues>>(createStore(() => NOTHING));

/** What a part of a form needs of the last values; it draws again only when that changes, however much a run tells. */
export function useLastValues<Part>(select: (values: LastValues) => Part): Part {
  return useStore(useContext(ValuesContext), select);
}

/** Gives a form what the shown run gave each node; a node of several iterations shows its last. */
export function LastValuesProvider({ children }: { children: ReactNode }) {
  const { view } = useShownRun().stream;
  const entryId = useCanvas(
    ({ document }) =>
      document.graph.nodes.find((node) => definitionOf(nodeDefinitions, node)?.kind === 'entry')?.id,
  );
  const values = useMemo(() => (view ? valuesOf(view, entryId) : NOTHING), [view, entryId]);
  const [store] = useState(() => createStore(() => values));
  useEffect(() => store.setState(values, true), [store, values]);
  return <ValuesContext value={store}>{children}</ValuesContext>;
}

/** Reads the run only when something is asked of it. */
function valuesOf(view: RunView, entryId: string | undefined): LastValues {
  let known: ReadonlyMap<string, JsonValue> | undefined;
  const data = () => {
    known ??= outputsOf(view);
    return known;
  };
  let inputs: JsonObject | undefined;
  return {
    hasRun: true,
    scope: {
      get inputs() {
        inputs ??= inputsOf(view, entryId === undefined ? undefined : data().get(entryId));
        return inputs;
      },
      runId: view.run.id,
      nodeData: (id) => data().get(id) ?? (nodeStates(view).get(id)?.status === 'skipped' ? null : undefined),
    },
    errorOf: (id) => nodeStates(view).get(id)?.error,
  };
}

function outputsOf(view: RunView): ReadonlyMap<string, JsonValue> {
  const data = new Map<string, JsonValue>();
  for (const { nodeId, status, output } of view.nodeRuns.values()) {
    if (status === 'completed' && output !== undefined) data.set(nodeId, output);
  }
  return data;
}

/** `inputs` is the data of the entry: the run's input with defaults filled in. */
function inputsOf(view: RunView, filled: JsonValue | undefined): JsonObject {
  const input = isJsonObject(filled ?? null) ? filled : view.run.input;
  return isJsonObject(input ?? null) ? (input as JsonObject) : {};
}
