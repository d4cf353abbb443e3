import { History, Keyboard, Rocket } from 'lucide-react';
import { always, defineAction } from './editor-action';

/** What opens a window and does nothing else. */
export const windowActions = [
  defineAction({
    id: 'publish',
    group: 'workflow',
    Icon: Rocket,
    keys: [],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.openWindow('publish'),
  }),
  defineAction({
    id: 'versions',
    group: 'workflow',
    Icon: History,
    keys: [],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.openWindow('versions'),
  }),
  defineAction({
    id: 'keys',
    group: 'panels',
    Icon: Keyboard,
    keys: ['?'],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.openWindow('keys'),
  }),
] as const;
