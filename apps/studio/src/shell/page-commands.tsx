'use client';

import { type Command, CommandPalette } from '../command-palette/command-palette';
import { useJumpCommands } from '../command-palette/jump-commands';

/** The command palette of a page: what the page can do, then where one can go from it. */
export function PageCommands({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const elsewhere = useJumpCommands();
  return <CommandPalette commands={[...commands, ...elsewhere]} onClose={onClose} />;
}
