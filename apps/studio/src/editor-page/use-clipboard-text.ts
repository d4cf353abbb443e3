'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useProblemWords } from '../i18n/problem-words';
import { copyText, readClipboard } from '../ui/clipboard';
import { useToast } from '../ui/toast';
import { paste } from './editor-actions';
import type { EditorStore } from './editor-store';

/** Graph text to and from the clipboard. Where the browser does not allow it, the keys still do. */
export function useClipboardText(store: EditorStore) {
  const t = useTranslations('canvas');
  const say = useToast();
  const words = useProblemWords('issues');
  return useMemo(() => {
    const pasteText = (text: string) => {
      const pasted = paste(store, text, undefined);
      if (!pasted.ok) say(pasted.issue ? words(pasted.issue) : t('paste.refused'), { bad: true });
      else if (pasted.skipped.length > 0)
        say(t('paste.skipped', { ids: pasted.skipped.join(', ') }), { bad: true });
    };
    return {
      pasteText,
      async write(text: string) {
        if (!(await copyText(text))) say(t('clipboard.useCopyKey'), { bad: true });
      },
      async paste() {
        const text = await readClipboard();
        if (text === undefined) say(t('clipboard.usePasteKey'), { bad: true });
        else pasteText(text);
      },
    };
  }, [store, say, t, words]);
}
