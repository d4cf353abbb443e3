import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { always, defineAction, type EditorAction, type EditorPanel } from './editor-action';

function toggle<const Id extends string>(
  id: Id,
  panel: EditorPanel,
  Icon: ComponentType<{ className?: string }>,
): EditorAction<Id> {
  return defineAction({
    id,
    group: 'panels',
    Icon,
    keys: [],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.togglePanel(panel),
  });
}

export const panelActions = [
  toggle('togglePalette', 'palette', PanelLeft),
  toggle('toggleInspector', 'inspector', PanelRight),
  toggle('toggleDrawer', 'drawer', PanelBottom),
  defineAction({
    id: 'nextPanel',
    group: 'panels',
    keys: ['F6'],
    reach: 'page',
    enabled: always,
    run: ({ host }) => host.cyclePanels(false),
  }),
  defineAction({
    id: 'previousPanel',
    group: 'panels',
    keys: ['Shift+F6'],
    reach: 'page',
    enabled: always,
    run: ({ host }) => host.cyclePanels(true),
  }),
] as const;
