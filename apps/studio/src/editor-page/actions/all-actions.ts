import { addAfterAction } from './add-after';
import { connectChosenAction } from './connect-chosen';
import { copyAction } from './copy';
import { cutAction } from './cut';
import { deselectAction } from './deselect';
import { duplicateAction } from './duplicate';
import type { EditorAction } from './editor-action';
import { exportFileAction } from './export-file';
import { findNodeAction } from './find-node';
import { findingActions } from './finding';
import { fitAction } from './fit';
import { fitSelectionAction } from './fit-selection';
import { insertOnEdgeAction } from './insert-on-edge';
import { leaveLoopAction } from './leave-loop';
import { nodeWindowActions } from './node-windows';
import { openInspectorAction } from './open-inspector';
import { openMenuAction } from './open-menu';
import { openNodeAction } from './open-node';
import { panelActions } from './panels';
import { pasteAction } from './paste';
import { redoAction } from './redo';
import { removeAction } from './remove';
import { removeReconnectAction } from './remove-reconnect';
import { runAction } from './run';
import { saveAction } from './save';
import { selectAllAction } from './select-all';
import { tidyAction } from './tidy';
import { undoAction } from './undo';
import { walkActions } from './walk';
import { windowActions } from './windows';
import { wrapInLoopAction } from './wrap-in-loop';
import { zoomActions } from './zoom';

/** Everything a person can do. Of two with the same key the first that is possible has it. */
const LIST = [
  runAction,
  saveAction,
  ...windowActions,
  exportFileAction,
  undoAction,
  redoAction,
  cutAction,
  copyAction,
  pasteAction,
  duplicateAction,
  removeAction,
  removeReconnectAction,
  addAfterAction,
  insertOnEdgeAction,
  ...nodeWindowActions,
  findNodeAction,
  ...findingActions,
  connectChosenAction,
  wrapInLoopAction,
  leaveLoopAction,
  tidyAction,
  selectAllAction,
  deselectAction,
  ...walkActions,
  openInspectorAction,
  openNodeAction,
  fitAction,
  fitSelectionAction,
  ...zoomActions,
  ...panelActions,
  openMenuAction,
] as const;

export type ActionId = (typeof LIST)[number]['id'];
export const ALL_ACTIONS: readonly EditorAction<ActionId>[] = LIST;

const byId = new Map<ActionId, EditorAction<ActionId>>(ALL_ACTIONS.map((action) => [action.id, action]));

export function actionOf(id: ActionId): EditorAction<ActionId> {
  const action = byId.get(id);
  if (!action) throw new Error(`No action is called ${id}.`);
  return action;
}
