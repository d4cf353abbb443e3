'use client';

import { useTranslations } from 'next-intl';
import type { DOMAttributes } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { GraphSearch } from '../graph-search/graph-search';
import { Outline } from '../outline/outline';
import { useRunAction } from './actions/action-context';
import { useEditorStore } from './editor-store';
import { EditorZoomRow } from './editor-zoom-row';
import { EmptyHint } from './empty-hint';
import { FlowCanvas } from './flow-canvas';
import { RunBar } from './run-bar';
import { RunNews } from './run-news';
import { SelectionNews } from './selection-news';
import { useShownRun } from './shown-run';
import type { Adding } from './use-adding';
import type { CanvasView } from './use-canvas-view';

export interface EditorCanvasProps {
  readonly view: CanvasView;
  readonly adding: Adding;
  /** The table in the place of the canvas. */
  readonly outline: boolean;
  /** How often the search was asked for since it was closed; 0 while it is closed. */
  readonly searching: number;
  readonly onSearched: () => void;
  /** What opens the menu of the canvas. */
  readonly gestures: DOMAttributes<HTMLElement>;
  readonly onGoTo: (issue: Pick<PlacedIssue, 'nodeId' | 'edgeId' | 'field'>) => void;
  readonly onGoToNode: (nodeId: string) => void;
}

/** The middle of the editor: the canvas or the outline, with what floats over it. */
export function EditorCanvas(props: EditorCanvasProps) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const act = useRunAction();
  const { view, adding, outline } = props;
  return (
    <main
      className="canvas"
      ref={view.canvas}
      tabIndex={outline ? -1 : 0}
      aria-label={outline ? t('canvas.outlineLabel') : t('canvas.label')}
      data-panel={outline ? undefined : true}
      {...props.gestures}
    >
      {outline ? (
        <Outline onGoTo={props.onGoTo} />
      ) : (
        <FlowCanvas
          onDropConnection={(from, at) => adding.ask({ ...at, place: { kind: 'output', ...from } })}
          onOpenNode={(nodeId) => {
            store.getState().choose([nodeId]);
            act('openNode');
          }}
        >
          <EditorZoomRow />
        </FlowCanvas>
      )}
      <RunOrHint outline={outline} onGoToNode={props.onGoToNode} />
      {props.searching > 0 ? (
        <GraphSearch
          asked={props.searching}
          onShow={props.onGoToNode}
          onGoTo={props.onGoTo}
          onClose={() => {
            props.onSearched();
            view.focus();
          }}
        />
      ) : null}
      {outline ? null : <SelectionNews />}
      <RunNews />
    </main>
  );
}

/** The line about the shown run; without one, what an empty canvas says. */
function RunOrHint({ outline, onGoToNode }: Pick<EditorCanvasProps, 'outline' | 'onGoToNode'>) {
  const { runId, stream, show } = useShownRun();
  if (runId !== undefined)
    return <RunBar stream={stream} onClose={() => show(undefined)} onGoToNode={onGoToNode} />;
  return outline ? null : <EmptyHint />;
}
