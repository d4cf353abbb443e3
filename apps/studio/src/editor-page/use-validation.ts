'use client';

import { useEffect, useState } from 'react';
import { validateWorkflow } from '../api/client';
import type { EditorStore } from './editor-store';

const PAUSE_MS = 400;

export type CheckState = 'checking' | 'checked' | 'failed';

/** Has the server check the graph a moment after each edit; moves do not count. The answer lands in the store. */
export function useValidation(workflowId: string, store: EditorStore): CheckState {
  const [state, setState] = useState<CheckState>('checking');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = 0;
    const check = async () => {
      const mine = ++asked;
      const { document, setIssues } = store.getState();
      setState('checking');
      try {
        const { issues } = await validateWorkflow(workflowId, document.graph);
        if (mine !== asked) return;
        setIssues(issues, document);
        setState('checked');
      } catch {
        if (mine === asked) setState('failed');
      }
    };
    const stop = store.subscribe((now, before) => {
      if (now.document.graph === before.document.graph) return;
      clearTimeout(timer);
      timer = setTimeout(() => void check(), PAUSE_MS);
    });
    void check();
    return () => {
      asked = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
      stop();
    };
  }, [workflowId, store]);
  return state;
}
