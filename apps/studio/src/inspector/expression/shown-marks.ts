'use client';

import { createContext, useContext, useEffect } from 'react';
import type { PlacedIssue } from '../../canvas/canvas-store';
import type { Mark } from './text-marks';

/** Takes what a part of a field says itself, so that the server's issue about the same is not said again. */
export type TellMarks = (part: string, marks: readonly Mark[]) => void;

export const TellMarksContext = createContext<TellMarks | undefined>(undefined);

export function useTellMarks(part: string, marks: readonly Mark[]): void {
  const tell = useContext(TellMarksContext);
  useEffect(() => {
    if (!tell) return;
    tell(part, marks);
    return () => tell(part, []);
  }, [tell, part, marks]);
}

/** Whether a mark says what an issue says. */
export function saysTheSame(issue: PlacedIssue, mark: Mark): boolean {
  if (mark.code === undefined || mark.code !== issue.code) return false;
  return mark.message === undefined ? issue.message.includes(mark.name) : issue.message === mark.message;
}
