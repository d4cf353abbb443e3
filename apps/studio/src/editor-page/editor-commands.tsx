'use client';

import type { NodeType } from '@weftwork/schema';
import { CommandPalette } from '../command-palette/command-palette';
import { useEditorCommands } from '../command-palette/editor-commands';
import { useJumpCommands } from '../command-palette/jump-commands';

/** The command palette of the editor. */
export function EditorCommands(props: {
  workflowId: string;
  onClose: () => void;
  onGoToNode: (nodeId: string) => void;
  onAdd: (type: NodeType) => void;
}) {
  const here = useEditorCommands({ goToNode: props.onGoToNode, add: props.onAdd });
  const elsewhere = useJumpCommands(props.workflowId);
  return <CommandPalette commands={[...here, ...elsewhere]} onClose={props.onClose} />;
}
