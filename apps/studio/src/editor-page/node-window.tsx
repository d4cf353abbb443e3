'use client';

import { ConnectDialog } from '../node-dialogs/connect-dialog';
import { MoveIntoDialog } from '../node-dialogs/move-into-dialog';
import { RenameDialog } from '../node-dialogs/rename-dialog';
import type { EditorWindow } from './actions/editor-action';
import { useChosenNodeId } from './editor-store';

/** The windows about the selected node. */
export function NodeWindow({ open, onClose }: { open: EditorWindow | undefined; onClose: () => void }) {
  const nodeId = useChosenNodeId();
  if (open === 'moveInto') return <MoveIntoDialog onClose={onClose} />;
  if (nodeId === undefined) return null;
  if (open === 'rename') return <RenameDialog nodeId={nodeId} onClose={onClose} />;
  if (open === 'connect') return <ConnectDialog nodeId={nodeId} onClose={onClose} />;
  return null;
}
