'use client';

import { indexOf } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { nodeName } from '../canvas/node-card';
import { changedStates } from '../run-state/changed-states';
import { useEditorStore } from './editor-store';

/** A burst of changes is said together. */
const PAUSE_MS = 700;
/** More at once is a number: nobody listens to forty names. */
const MOST_NAMED = 4;

/** Tells a screen reader, politely, what the shown run's nodes became. Elapsed times are not said. */
export function RunNews() {
  const t = useTranslations('keyboard.news');
  const words = useTranslations('shell');
  const store = useEditorStore();
  const [said, setSaid] = useState('');
  const speak = useRef<(before: Parameters<typeof changedStates>[0]) => void>(undefined);
  speak.current = (before) => {
    const { overlay, document } = store.getState();
    const changes = changedStates(before, overlay).filter(({ nodeId }) =>
      indexOf(document.graph).nodes.has(nodeId),
    );
    if (changes.length === 0) return;
    const named = changes
      .slice(-MOST_NAMED)
      .map(({ nodeId, status }) =>
        t('node', { name: nodeName(document.graph, nodeId), state: words(`status.${status}`) }),
      );
    const more = changes.length - named.length;
    setSaid([...(more > 0 ? [t('more', { count: more })] : []), ...named].join('. '));
  };
  useEffect(() => {
    let spoken = store.getState().overlay;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((now, before) => {
      if (now.overlay === before.overlay || timer !== undefined) return;
      // Of a run that was opened, not started, here nothing is new once it has ended.
      const isOpened = now.overlay !== undefined && now.startedRun !== now.overlay.runId;
      if (isOpened && now.overlay.ended && spoken?.runId !== now.overlay.runId) {
        spoken = now.overlay;
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        speak.current?.(spoken);
        spoken = store.getState().overlay;
      }, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store]);
  return (
    <span className="sr" role="status" data-news>
      {said}
    </span>
  );
}
