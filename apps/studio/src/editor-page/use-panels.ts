'use client';

import { useCallback, useState } from 'react';

export interface Panels {
  readonly palette: boolean;
  readonly inspector: boolean;
  readonly drawer: boolean;
  /** The table in the place of the canvas. */
  readonly outline: boolean;
  /** Pixels; undefined for the width of the style sheet. */
  readonly inspectorWidth?: number | undefined;
  readonly drawerHeight?: number | undefined;
}

const KEY = 'weftwork-editor-panels';
const OPEN: Panels = { palette: true, inspector: true, drawer: true, outline: false };

function remembered(): Panels {
  try {
    return { ...OPEN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Panels>) };
  } catch {
    return OPEN;
  }
}

/** Which panels are open and how large, remembered in this browser. */
export function usePanels(): [Panels, (change: Partial<Panels>) => void] {
  const [panels, setPanels] = useState(remembered);
  const change = useCallback((part: Partial<Panels>) => {
    setPanels((now) => {
      const next = { ...now, ...part };
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // A full or forbidden store costs only the memory of it.
      }
      return next;
    });
  }, []);
  return [panels, change];
}
