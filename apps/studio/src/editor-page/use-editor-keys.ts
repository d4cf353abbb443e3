'use client';

import { type RefObject, useEffect } from 'react';
import { matchesShortcut } from '../ui/shortcut';
import { ALL_ACTIONS } from './actions/all-actions';
import type { ActionContext, KeyReach } from './actions/editor-action';
import { chosenText, removeChosen } from './editor-actions';

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"],[role="menu"]') !== null;
}

/** What a focused control does with a key itself. */
function belongsToControl({ target, key }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest('button, a, [role="menuitem"]') !== null &&
    (key === 'Enter' || key === ' ' || key === 'Tab')
  );
}

/**
 * The keys of all actions. Those that reach the page (save, run) work everywhere but in dialogs; the others only while
 * nobody types, and those that would take keys from controls (arrows, Enter, Tab) only on the canvas.
 */
export function useEditorKeys(
  context: ActionContext,
  canvas: RefObject<HTMLElement | null>,
  pasteText: (text: string) => void,
): void {
  useEffect(() => {
    const { store } = context;
    const reaches = (reach: KeyReach, target: EventTarget | null): boolean => {
      if (reach === 'page') return true;
      if (isTyping(target)) return false;
      return (
        reach === 'reading' ||
        (target instanceof Node && (target === document.body || canvas.current?.contains(target) === true))
      );
    };

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (inDialog(event.target) && event.key !== 'F6') return;
      if (event.key === 'Escape' && isTyping(event.target)) {
        context.host.focusCanvas();
        return;
      }
      if (belongsToControl(event) && !event.ctrlKey && !event.metaKey) return;
      const action = ALL_ACTIONS.find(
        ({ keys, reach, nativeKeys, enabled }) =>
          !nativeKeys &&
          keys.some((key) => matchesShortcut(key, event)) &&
          reaches(reach, event.target) &&
          enabled(store.getState()),
      );
      if (!action) return;
      event.preventDefault();
      action.run(context);
    };

    /** The browser's own clipboard events carry the text without asking for a permission. */
    const onCopy = (event: ClipboardEvent) => {
      if (isTyping(event.target) || inDialog(event.target) || window.getSelection()?.toString()) return;
      const text = chosenText(store);
      if (text === undefined) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut') removeChosen(store, false);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (isTyping(event.target) || inDialog(event.target)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!text) return;
      event.preventDefault();
      pasteText(text);
    };

    window.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [context, canvas, pasteText]);
}
