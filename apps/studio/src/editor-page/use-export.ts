'use client';

import { useTranslations } from 'next-intl';
import { useToast } from '../ui/toast';
import { useWorkflowActions } from '../workflows/use-workflow-actions';
import type { SaveOutcome } from './draft-saver';

/** Hands out the draft as a file. The server makes it, so that credentials typed into the graph stay behind. */
export function useExport(workflowId: string, save: () => Promise<SaveOutcome>): () => Promise<void> {
  const t = useTranslations('canvas');
  const say = useToast();
  const { exportFile } = useWorkflowActions();
  return async () => {
    const outcome = await save();
    if (outcome === 'saved') exportFile.mutate(workflowId);
    else if (outcome === 'failed') say(t('save.beforeExport'), { bad: true });
  };
}
