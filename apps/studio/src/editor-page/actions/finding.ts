import { Command, TableOfContents, TextSearch } from 'lucide-react';
import { always, defineAction } from './editor-action';

/** Ways to find things without a mouse: by name, by text, and in a table. */
export const findingActions = [
  defineAction({
    id: 'commands',
    group: 'panels',
    Icon: Command,
    keys: ['Mod+K'],
    reach: 'page',
    enabled: always,
    run: ({ host }) => host.openWindow('commands'),
  }),
  defineAction({
    id: 'search',
    group: 'edit',
    Icon: TextSearch,
    keys: ['Mod+F'],
    reach: 'page',
    enabled: always,
    run: ({ host }) => host.search(),
  }),
  defineAction({
    id: 'toggleOutline',
    group: 'view',
    Icon: TableOfContents,
    keys: ['O'],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.togglePanel('outline'),
  }),
] as const;
