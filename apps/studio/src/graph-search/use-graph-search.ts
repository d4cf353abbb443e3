'use client';

import { findInGraph, type GraphMatch, type Replaced, replaceInGraph } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useMemo, useState } from 'react';
import { useEditor, useEditorStore } from '../editor-page/editor-store';

export interface GraphSearchState {
  readonly text: string;
  readonly matchCase: boolean;
  readonly matches: readonly GraphMatch[];
  /** Which match is shown, from 0; -1 without one. */
  readonly at: number;
  setText(text: string): void;
  setMatchCase(matchCase: boolean): void;
  /** Goes to a match; beyond the ends it begins at the other. */
  goTo(at: number): void;
  /** Replaces the shown match, or all: one step of the history either way. */
  replace(replacement: string, which: 'shown' | 'all'): Replaced;
}

/** A search over the document as it is, also while it is edited. */
export function useGraphSearch(onShow: (match: GraphMatch) => void): GraphSearchState {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const [text, setText] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wanted, setWanted] = useState(0);
  const matches = useMemo(() => findInGraph(document, { text, matchCase }), [document, text, matchCase]);
  const at = matches.length === 0 ? -1 : Math.min(wanted, matches.length - 1);

  const goTo = (next: number) => {
    if (matches.length === 0) return;
    const to = (next + matches.length) % matches.length;
    setWanted(to);
    onShow(matches[to]!);
  };
  return {
    text,
    matchCase,
    matches,
    at,
    setText: (next) => {
      setText(next);
      setWanted(0);
    },
    setMatchCase,
    goTo,
    replace(replacement, which) {
      const now = store.getState().document;
      const found = findInGraph(now, { text, matchCase });
      const chosen = which === 'all' ? found : found.slice(at, at + 1);
      const replaced = replaceInGraph(now, nodeDefinitions, at < 0 ? [] : chosen, replacement);
      store.getState().act('replace', () => replaced.diff);
      return replaced;
    },
  };
}
