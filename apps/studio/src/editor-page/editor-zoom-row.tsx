'use client';

import { ZoomRow, type ZoomTool } from '../canvas/zoom-row';
import { tipOf } from './actions/action-button';
import { useAction } from './actions/action-context';
import type { ActionId } from './actions/all-actions';
import { useEditorStore } from './editor-store';

/** The zoom row of the editor: its buttons are the actions that keys and palette do. */
export function EditorZoomRow() {
  const { flow } = useEditorStore();
  const tools = {
    out: useTool('zoomOut'),
    reset: useTool('zoomReset'),
    in: useTool('zoomIn'),
    fit: useTool('fit'),
    tidy: useTool('tidy'),
  };
  return <ZoomRow read={flow.getState} subscribe={flow.subscribe} tools={tools} />;
}

function useTool(id: ActionId): ZoomTool {
  const action = useAction(id);
  return { label: tipOf(action), run: action.run };
}
