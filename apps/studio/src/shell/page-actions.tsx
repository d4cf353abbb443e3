'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import type { Command } from '../command-palette/command-palette';

/** What the parts of the page that is open can do, each part under a name of its own. Read when the palette opens. */
const PageActions = createContext<Map<string, readonly Command[]>>(new Map());

export function PageActionsProvider({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new Map<string, readonly Command[]>());
  return <PageActions value={parts}>{children}</PageActions>;
}

/** Lends the palette what this part of the page can do, for as long as it is shown. */
export function usePageActions(commands: readonly Command[]): void {
  const parts = useContext(PageActions);
  const id = useId();
  useEffect(() => {
    parts.set(id, commands);
    return () => void parts.delete(id);
  });
}

/** A function that gives all of them. */
export function useReadPageActions(): () => readonly Command[] {
  const parts = useContext(PageActions);
  return useCallback(() => [...parts.values()].flat(), [parts]);
}
