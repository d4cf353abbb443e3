'use client';

import { useTranslations } from 'next-intl';
import { useToast } from '../ui/toast';
import { useWorkflowActions } from '../workflows/use-workflow-actions';
import type { DraftSaver } from './use-draft-saver';

/** Hands out the draft as a file. The server makes it, so that credentials typed into the graph stay behind. */
export function useExport(workflowId: string, saver: DraftSaver): () => Promise<void> {
  const t = useTranslations('canvas');
  const say = useToast();
  const { exportFile } = useWorkflowActions();
  return async () => {
    if (await saver.save()) exportFile.mutate(workflowId);
    else say(t('save.beforeExport'), { bad: true });
  };
}
