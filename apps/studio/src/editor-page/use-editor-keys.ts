'use client';

import { type RefObject, useEffect, useRef } from 'react';
import {
  chooseAll,
  chosenText,
  duplicateChosen,
  paste,
  removeChosen,
  tidyAll,
  walkChosen,
} from './editor-actions';
import type { EditorStore } from './editor-store';

export interface KeyTargets {
  readonly save: () => void;
  readonly run: () => void;
  readonly addNext: () => void;
  readonly openInspector: () => void;
  readonly fit: () => void;
  readonly zoomTo: (how: 'in' | 'out' | 'reset') => void;
  readonly show: (nodeId: string) => void;
  readonly help: () => void;
  readonly pasted: (ok: boolean) => void;
  readonly cyclePanels: (back: boolean) => void;
}

const ARROWS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' } as const;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"],[role="menu"]') !== null;
}

/**
 * The keys of the editor. Save, run and undo work everywhere but in dialogs; the others only while nobody types, and
 * those that would take keys from controls (arrows, Enter, Tab) only on the canvas.
 */
export function useEditorKeys(
  store: EditorStore,
  canvas: RefObject<HTMLElement | null>,
  targets: KeyTargets,
): void {
  const latest = useRef(targets);
  latest.current = targets;

  useEffect(() => {
    const onCanvas = (target: EventTarget | null) =>
      target instanceof Node && (target === document.body || canvas.current?.contains(target) === true);

    const withModifier = (event: KeyboardEvent): boolean => {
      const { undo, redo } = store.getState();
      const typing = isTyping(event.target);
      switch (event.key.toLowerCase()) {
        case 's':
          latest.current.save();
          return true;
        case 'enter':
          latest.current.run();
          return true;
        case 'z':
          if (typing) return false;
          if (event.shiftKey) redo();
          else undo();
          return true;
        case 'y':
          if (typing) return false;
          redo();
          return true;
        case 'd':
          if (typing) return false;
          duplicateChosen(store);
          return true;
        case 'a':
          if (typing || !onCanvas(event.target)) return false;
          chooseAll(store);
          return true;
        case 'backspace':
        case 'delete':
          if (typing) return false;
          removeChosen(store, true);
          return true;
        default:
          return false;
      }
    };

    const plain = (event: KeyboardEvent): boolean => {
      const here = onCanvas(event.target);
      switch (event.key) {
        case 'Delete':
        case 'Backspace':
          if (!here) return false;
          removeChosen(store, false);
          return true;
        case 'Escape':
          store.getState().choose([]);
          canvas.current?.focus({ preventScroll: true });
          return true;
        case '/':
          latest.current.addNext();
          return true;
        case 'Tab':
          // Only with a selection: otherwise Tab leads on to the next panel.
          if (!here || event.shiftKey || store.getState().chosen.nodes.size !== 1) return false;
          latest.current.addNext();
          return true;
        case 'Enter':
          if (
            !here ||
            event.target instanceof HTMLButtonElement ||
            store.getState().chosen.nodes.size !== 1
          ) {
            return false;
          }
          latest.current.openInspector();
          return true;
        case 'L':
          tidyAll(store);
          return true;
        case '1':
          latest.current.fit();
          return true;
        case '0':
          latest.current.zoomTo('reset');
          return true;
        case '+':
        case '=':
          latest.current.zoomTo('in');
          return true;
        case '-':
          latest.current.zoomTo('out');
          return true;
        case '?':
          latest.current.help();
          return true;
        default: {
          const direction = ARROWS[event.key as keyof typeof ARROWS];
          if (!direction || !here) return false;
          const next = walkChosen(store, direction, event.shiftKey);
          if (next !== undefined) latest.current.show(next);
          return true;
        }
      }
    };

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'F6') {
        event.preventDefault();
        latest.current.cyclePanels(event.shiftKey);
        return;
      }
      if (event.defaultPrevented || inDialog(event.target) || event.isComposing) return;
      if (event.key === 'Escape' && isTyping(event.target)) {
        canvas.current?.focus({ preventScroll: true });
        return;
      }
      const done =
        event.ctrlKey || event.metaKey
          ? withModifier(event)
          : !event.altKey && !isTyping(event.target) && plain(event);
      if (done) event.preventDefault();
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
      latest.current.pasted(paste(store, text, undefined));
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
  }, [store, canvas]);
}
