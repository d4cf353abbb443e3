'use client';

import type { RefObject } from 'react';
import type { ActionHost } from './actions/editor-action';
import { cyclePanels } from './cycle-panels';
import type { Adding } from './use-adding';
import type { CanvasView } from './use-canvas-view';
import type { useClipboardText } from './use-clipboard-text';
import type { GoTo } from './use-go-to';
import type { Panels } from './use-panels';
import type { Windows } from './use-windows';

/** The parts of the page that actions reach. */
export interface PageParts {
  readonly windows: Windows;
  readonly view: CanvasView;
  readonly goTo: GoTo;
  readonly adding: Adding;
  readonly clipboard: ReturnType<typeof useClipboardText>;
  readonly panels: Panels;
  readonly setPanels: (change: Partial<Panels>) => void;
  readonly exportFile: () => Promise<void>;
  readonly openMenu: () => void;
  readonly search: () => void;
  readonly frame: RefObject<HTMLElement | null>;
}

/** What actions ask of the page, answered by its parts. */
export function actionHost(parts: PageParts): ActionHost {
  const { windows, view, goTo, adding, clipboard, panels, setPanels } = parts;
  return {
    save: () => void windows.save(),
    openWindow: windows.show,
    exportFile: () => void parts.exportFile(),
    addAfter: adding.after,
    addOnEdge: adding.onEdge,
    nameOfType: adding.nameOf,
    findNode: adding.find,
    openMenu: parts.openMenu,
    openInspector: () => goTo.settings(),
    search: parts.search,
    togglePanel(panel) {
      setPanels({ [panel]: !panels[panel] });
      if (panel === 'outline') setTimeout(view.focus, 0);
    },
    cyclePanels: (back) => cyclePanels(parts.frame.current, back),
    fit: view.fit,
    zoom: view.zoom,
    show: view.show,
    focusCanvas: view.focus,
    tidy: () => void view.tidy(),
    writeClipboard: clipboard.write,
    pasteClipboard: clipboard.paste,
  };
}
