'use client';

import { type SyntheticEvent, useMemo } from 'react';
import { useEditorStore } from '../editor-page/editor-store';

/** Typing in a field is one step of the history until the field is left; a press or a choice is a step of its own. */
export function useChoicesAsSteps() {
  const store = useEditorStore();
  return useMemo(() => {
    const end = () => store.getState().endGesture();
    const choosing = ({ target }: SyntheticEvent) => {
      const { tagName, type } = target as HTMLInputElement;
      if (tagName === 'SELECT' || type === 'checkbox') end();
    };
    return { onClickCapture: end, onClick: end, onChangeCapture: choosing, onChange: choosing };
  }, [store]);
}
