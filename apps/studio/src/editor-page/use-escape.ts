import { useEffect } from 'react';

/**
 * Hears Escape before every other key binding of the page. `breakOff` answers whether there was a gesture to break off:
 * then the key was for it alone, and the selection stays.
 */
export function useEscape(breakOff: () => boolean): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !breakOff()) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [breakOff]);
}
