'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useCallback, useState } from 'react';
import { useToast } from '../ui/toast';
import type { EditorWindow } from './actions/editor-action';
import type { DraftSaver, SaveOutcome } from './draft-saver';

/** Who waits no longer than this sees nothing of it. */
const UNNOTICED_MS = 150;

export interface Windows {
  readonly open: EditorWindow | undefined;
  /** The window that was asked for and waits for the draft to be saved, once that takes its time. */
  readonly opening: EditorWindow | undefined;
  /** Opens a window; those that show what is stored have the draft saved first. */
  readonly show: (window: EditorWindow) => void;
  readonly close: () => void;
  /** Saves because somebody asked; where another save stands in the way, both are shown. */
  readonly save: () => Promise<SaveOutcome>;
  /** Publishes or runs what is shown; where another save stands in the way, both are shown. */
  readonly withRevision: DraftSaver['withRevision'];
}

/** Which window is open: one at a time. */
export function useWindows(workflowId: string, saver: DraftSaver): Windows {
  const t = useTranslations('canvas');
  const say = useToast();
  const router = useRouter();
  const [open, setOpen] = useState<EditorWindow>();
  const close = useCallback(() => setOpen(undefined), []);

  const save = useCallback(async () => {
    const outcome = await saver.save();
    if (outcome === 'conflict') setOpen('conflict');
    return outcome;
  }, [saver]);

  const withRevision: DraftSaver['withRevision'] = async (act) => {
    try {
      return await saver.withRevision(act);
    } finally {
      if (saver.state.getState().kind === 'conflict') setOpen('conflict');
    }
  };

  const [opening, setOpening] = useState<EditorWindow>();
  const whileOpening = async (window: EditorWindow, work: () => Promise<void>) => {
    const timer = setTimeout(() => setOpening(window), UNNOTICED_MS);
    try {
      await work();
    } finally {
      clearTimeout(timer);
      setOpening(undefined);
    }
  };

  /** What cannot be saved is neither run nor left behind. */
  const saved = async (otherwise: string) => {
    const outcome = await save();
    if (outcome === 'failed') say(otherwise, { bad: true });
    return outcome === 'saved';
  };
  const showRun = async () => {
    if (!open && (await saved(t('save.beforeRun')))) setOpen('run');
  };
  const showVersions = async () => {
    if (await saved(t('save.beforeVersions')))
      router.push(`/workflows/${encodeURIComponent(workflowId)}/versions`);
  };
  const show = (window: EditorWindow) => {
    if (window === 'run') void whileOpening(window, showRun);
    else if (window === 'versions') void whileOpening(window, showVersions);
    else setOpen(window);
  };
  return { open, opening, show, close, save, withRevision };
}
