'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useToast } from '../ui/toast';
import type { EditorWindow } from './actions/editor-action';
import type { DraftSaver } from './use-draft-saver';

export interface Windows {
  readonly open: EditorWindow | undefined;
  /** Opens a window; those that show what is stored have the draft saved first. */
  readonly show: (window: EditorWindow) => void;
  readonly close: () => void;
}

/** Which window is open: one at a time. */
export function useWindows(workflowId: string, saver: DraftSaver): Windows {
  const t = useTranslations('canvas');
  const say = useToast();
  const router = useRouter();
  const [open, setOpen] = useState<EditorWindow>();
  const close = useCallback(() => setOpen(undefined), []);

  /** What cannot be saved is neither run nor left behind. */
  const saved = async () => {
    if (await saver.save()) return true;
    if (saver.state.kind === 'conflict') setOpen('conflict');
    return false;
  };
  const showRun = async () => {
    if (open) return;
    if (await saved()) setOpen('run');
    else if (saver.state.kind !== 'conflict') say(t('save.beforeRun'), { bad: true });
  };
  const showVersions = async () => {
    if (await saved()) router.push(`/workflows/${encodeURIComponent(workflowId)}/versions`);
  };
  const show = (window: EditorWindow) => {
    if (window === 'run') void showRun();
    else if (window === 'versions') void showVersions();
    else setOpen(window);
  };
  return { open, show, close };
}
