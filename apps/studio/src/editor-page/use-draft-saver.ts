'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useToast } from '../ui/toast';
import { type EditorSession, enterSession, isAnythingLeft, leaveSession } from './editor-session';

/** Whoever closes the tab is asked when something would be lost with it, also of a workflow that was left before. */
function warnOfLeft(event: BeforeUnloadEvent): void {
  if (isAnythingLeft()) event.preventDefault();
}

/** Saves the draft while its page is open, and sees that nothing is lost when the page goes. */
export function useDraftSaver(session: EditorSession): void {
  const t = useTranslations('canvas');
  const say = useToast();
  useEffect(() => {
    const { saver, store } = session;
    enterSession(session);
    const stop = saver.watch();
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.isUnsaved()) event.preventDefault();
    };
    const hide = () => {
      if (document.visibilityState === 'hidden') void saver.save();
    };
    window.addEventListener('beforeunload', warn);
    window.addEventListener('beforeunload', warnOfLeft);
    document.addEventListener('visibilitychange', hide);
    return () => {
      stop();
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', hide);
      void leaveSession(session).then((done) => {
        if (!done) say(t('save.left', { name: store.getState().document.graph.name }), { bad: true });
      });
    };
  }, [session, say, t]);
}
