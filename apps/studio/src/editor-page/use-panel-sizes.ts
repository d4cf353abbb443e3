'use client';

import { useTranslations } from 'next-intl';
import type { CSSProperties } from 'react';
import type { Panels } from './use-panels';
import { useResize } from './use-resize';

/** How the panels stand around the canvas: which are open, and borders that can be moved. */
export function usePanelSizes(panels: Panels, setPanels: (change: Partial<Panels>) => void) {
  const t = useTranslations('canvas.panels');
  const inspector = useResize('x', panels.inspectorWidth, [280, 560], (inspectorWidth) =>
    setPanels({ inspectorWidth }),
  );
  const drawer = useResize('y', panels.drawerHeight, [96, 480], (drawerHeight) =>
    setPanels({ drawerHeight }),
  );
  const closed = (['palette', 'inspector', 'drawer'] as const).filter((panel) => !panels[panel]);
  const style = {
    ...(panels.inspectorWidth ? { '--wf-inspector': `${panels.inspectorWidth}px` } : {}),
    ...(panels.drawerHeight ? { '--wf-drawer': `${panels.drawerHeight}px` } : {}),
  } as CSSProperties;
  return {
    inspector: { ...inspector, 'aria-label': t('inspector') },
    drawer: { ...drawer, 'aria-label': t('drawer') },
    studio: { className: ['studio', ...closed.map((panel) => `no-${panel}`)].join(' '), style },
  };
}
