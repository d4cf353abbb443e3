'use client';

import { createContext } from 'react';

/** The field that was edited last: a value that is picked elsewhere goes there. */
export interface InsertTarget {
  current: ((path: string) => void) | undefined;
}

export const InsertTargetContext = createContext<InsertTarget | undefined>(undefined);
