'use client';

import { openDocument } from '@weftwork/editor';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useRunVersion } from '../api/queries';
import { type RunStream, useRunStream } from '../api/use-run-stream';
import { drawsAlike, overlayOf } from '../canvas/run-overlay';
import type { EditorStore } from './editor-store';

export interface ShownRun {
  readonly runId: string | undefined;
  readonly stream: RunStream;
  readonly show: (runId: string | undefined) => void;
}

const ShownRunContext = createContext<ShownRun | undefined>(undefined);

/** The shown run. Draws again with each bunch of its events, so only what shows them asks for it. */
export function useShownRun(): ShownRun {
  const run = useContext(ShownRunContext);
  if (!run) throw new Error('A part of the editor that shows a run stands outside its provider.');
  return run;
}

/** Follows the run of the address, and draws it over the canvas. */
export function ShownRunProvider({ store, children }: { store: EditorStore; children: ReactNode }) {
  return <ShownRunContext value={useRunOverCanvas(store)}>{children}</ShownRunContext>;
}

/** The run drawn over the canvas. Its id stands in the address, so that a reload shows it again. */
function useRunOverCanvas(store: EditorStore): ShownRun {
  const [runId, setRunId] = useState<string | undefined>(
    () => new URLSearchParams(location.search).get('run') ?? undefined,
  );
  const stream = useRunStream(runId);
  const { view } = stream;
  useRanGraph(store, runId);

  useEffect(() => {
    const draw = () => {
      const { document, iteration, overlay, setOverlay } = store.getState();
      const next = view ? overlayOf(document, view, iteration, overlay) : undefined;
      if (next !== overlay) setOverlay(next);
    };
    draw();
    return store.subscribe((now, before) => {
      const alike =
        drawsAlike(now.document.graph, before.document.graph) && now.iteration === before.iteration;
      if (!alike) draw();
    });
  }, [store, view]);

  const show = useCallback(
    (next: string | undefined) => {
      const url = new URL(location.href);
      if (next === undefined) url.searchParams.delete('run');
      else url.searchParams.set('run', next);
      history.replaceState(history.state, '', url);
      store.getState().setIteration([]);
      store.getState().setOverlay(undefined);
      setRunId(next);
    },
    [store],
  );
  return { runId, stream, show };
}

/** Reads what an opened run executed, so that cards tell what was edited since. Of one started here it is known. */
function useRanGraph(store: EditorStore, runId: string | undefined): void {
  const startedHere = useStore(store, (state) => state.startedRun === runId);
  const graph = useRunVersion(startedHere ? undefined : runId).data?.graph;
  useEffect(() => {
    if (graph) store.getState().markRun(openDocument(graph).graph);
  }, [store, graph]);
}
