import { ZoomIn, ZoomOut } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const zoomActions = [
  defineAction({
    id: 'zoomReset',
    group: 'view',
    keys: ['0'],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.zoom('reset'),
  }),
  defineAction({
    id: 'zoomIn',
    group: 'view',
    Icon: ZoomIn,
    keys: ['+', '='],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.zoom('in'),
  }),
  defineAction({
    id: 'zoomOut',
    group: 'view',
    Icon: ZoomOut,
    keys: ['-'],
    reach: 'reading',
    enabled: always,
    run: ({ host }) => host.zoom('out'),
  }),
] as const;
