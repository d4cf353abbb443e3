'use client';

import type { NodeType } from '@weftwork/schema';
import { useStore } from 'zustand';
import type { PublishedVersion } from '../api/types';
import type { PlacedIssue } from '../canvas/canvas-store';
import { NodeView } from '../inspector/node-view/node-view';
import { ConflictDialog } from './conflict-dialog';
import { DraftRunDialog } from './draft-run-dialog';
import type { DraftSaver } from './draft-saver';
import { EditorCommands } from './editor-commands';
import { useChosenNodeId } from './editor-store';
import { KeysDialog } from './keys-dialog';
import { NodeWindow } from './node-window';
import { PublishDialog } from './publish-dialog';
import type { Windows } from './use-windows';

export interface EditorWindowsProps {
  readonly workflowId: string;
  readonly windows: Windows;
  readonly saver: DraftSaver;
  readonly published: PublishedVersion | undefined;
  readonly onGoTo: (issue: PlacedIssue) => void;
  readonly onGoToNode: (nodeId: string) => void;
  readonly onAdd: (type: NodeType) => void;
  readonly focusCanvas: () => void;
}

/** The window that is open over the editor. */
export function EditorWindows(props: EditorWindowsProps) {
  const { workflowId, windows, saver, onGoTo, focusCanvas } = props;
  const { close } = windows;
  const nodeId = useChosenNodeId();
  switch (windows.open) {
    case undefined:
    case 'versions':
      return null;
    case 'run':
      return (
        <DraftRunDialog
          workflowId={workflowId}
          withRevision={windows.withRevision}
          onGoTo={onGoTo}
          onClose={close}
        />
      );
    case 'publish':
      return (
        <PublishDialog
          workflowId={workflowId}
          published={props.published}
          saveDraft={windows.save}
          withRevision={windows.withRevision}
          onGoTo={onGoTo}
          onClose={close}
        />
      );
    case 'conflict':
      return <DraftConflict saver={saver} onClose={close} />;
    case 'keys':
      return <KeysDialog onClose={close} />;
    case 'commands':
      return (
        <EditorCommands
          workflowId={workflowId}
          onClose={close}
          onGoToNode={(id) => {
            props.onGoToNode(id);
            focusCanvas();
          }}
          onAdd={props.onAdd}
        />
      );
    case 'node':
      return nodeId === undefined ? null : <NodeView id={nodeId} onClose={close} />;
    case 'rename':
    case 'connect':
    case 'moveInto':
      return (
        <NodeWindow
          open={windows.open}
          onClose={() => {
            close();
            // A renamed node has another row, so the one that the window gives the focus back to is gone.
            setTimeout(() => document.activeElement === document.body && focusCanvas(), 50);
          }}
        />
      );
  }
}

function DraftConflict({ saver, onClose }: { saver: DraftSaver; onClose: () => void }) {
  const save = useStore(saver.state);
  if (save.kind !== 'conflict') return null;
  return (
    <ConflictDialog
      conflict={save.conflict}
      onClose={onClose}
      onKeepMine={() => {
        onClose();
        void saver.keepMine();
      }}
      onTakeTheirs={() => {
        onClose();
        saver.takeTheirs();
      }}
    />
  );
}
