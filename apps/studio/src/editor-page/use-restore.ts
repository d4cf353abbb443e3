'use client';

import { openDocument } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { getVersion } from '../api/client';
import { useToast } from '../ui/toast';
import type { EditorStore } from './editor-store';

/**
 * The address may name a version to restore, as the page of versions does. It becomes the draft in one step of the
 * history, so that an undo brings back what was there.
 */
export function useRestore(workflowId: string, store: EditorStore): void {
  const t = useTranslations('canvas');
  const say = useToast();
  const done = useRef(false);
  useEffect(() => {
    const asked = Number(new URLSearchParams(location.search).get('restore'));
    if (done.current || !Number.isSafeInteger(asked) || asked < 1) return;
    done.current = true;
    history.replaceState(history.state, '', location.pathname);
    getVersion(workflowId, asked).then(
      ({ graph, layout }) => {
        const stored = openDocument(graph, layout ?? undefined);
        const { id } = store.getState().document.graph;
        store.getState().replace('restore', { ...stored, graph: { ...stored.graph, id } });
        say(t('versions.restored', { version: asked }));
      },
      () => say(t('versions.restoring', { version: asked }), { bad: true }),
    );
  }, [workflowId, store, say, t]);
}
