import { Download } from 'lucide-react';
import { always, defineAction } from './editor-action';

export const exportFileAction = defineAction({
  id: 'exportFile',
  group: 'workflow',
  Icon: Download,
  keys: [],
  reach: 'reading',
  enabled: always,
  run: ({ host }) => host.exportFile(),
});
