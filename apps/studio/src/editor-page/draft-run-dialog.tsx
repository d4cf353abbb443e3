'use client';

import type { Issue } from '@weftwork/schema';
import type { PlacedIssue } from '../canvas/canvas-store';
import { RunDialog } from '../run-dialog/run-dialog';
import type { DraftSaver } from './draft-saver';
import { useEditor, useEditorStore } from './editor-store';
import { RunBars } from './run-bars';
import { useShownRun } from './shown-run';

/** Starts a run of the draft and shows it over the canvas; a refusal is said at its nodes. */
export function DraftRunDialog(props: {
  workflowId: string;
  withRevision: DraftSaver['withRevision'];
  onGoTo: (issue: PlacedIssue) => void;
  onClose: () => void;
}) {
  const store = useEditorStore();
  const { show } = useShownRun();
  const name = useEditor((state) => state.document.graph.name);
  const inputSchema = useEditor((state) => state.document.graph.inputSchema);
  return (
    <RunDialog
      workflowId={props.workflowId}
      name={name}
      inputSchema={inputSchema}
      version="draft"
      withRevision={props.withRevision}
      onClose={props.onClose}
      onStarted={(started) => {
        props.onClose();
        const { markRun, document } = store.getState();
        markRun(document.graph, started.id);
        show(started.id);
      }}
      onRefused={(problems) => {
        const { setIssues, document } = store.getState();
        setIssues(problems as readonly Issue[], document);
      }}
    >
      <RunBars onGoTo={props.onGoTo} />
    </RunDialog>
  );
}
