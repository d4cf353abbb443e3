'use client';

import { useEffect } from 'react';

/**
 * While an input method composes, keys are its own: Enter takes a candidate, arrows choose one, Escape drops them. No
 * field, list or dialog of a page gets to see them. Some browsers tell so by the code 229 alone.
 */
export function useInputMethod(): void {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const composing = event.isComposing || event.keyCode === 229;
      // An editor of code follows the composition itself.
      const inCode = event.target instanceof Element && event.target.closest('.cm-editor') !== null;
      if (composing && !inCode) event.stopPropagation();
    };
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, []);
}
