'use client';

import { X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/button';
import { ImportPanel } from '../workflows/import-panel';
import { SAMPLES } from '../workflows/samples';
import { signOf } from '../workflows/samples-panel';
import { useWorkflowActions } from '../workflows/use-workflow-actions';
import { useEditor } from './editor-store';

/** Where to begin, while nothing but start and output stands on the canvas; gone once closed. */
export function EmptyHint() {
  const t = useTranslations('canvas');
  const locale = useLocale();
  const { openSample } = useWorkflowActions();
  const [closed, setClosed] = useState(false);
  const empty = useEditor(({ document: { graph } }) =>
    graph.nodes.every(({ type }) => type === 'start' || type === 'output'),
  );
  const dragging = useDragging(empty && !closed);
  if (!empty || closed) return null;
  return (
    <aside className={dragging ? 'empty-hint aside' : 'empty-hint'} aria-label={t('empty.title')}>
      <header>
        <h3>{t('empty.title')}</h3>
        <span className="mut ell">{t('empty.text')}</span>
        <IconButton label={t('empty.close')} size="small" onClick={() => setClosed(true)}>
          <X className="i" aria-hidden />
        </IconButton>
      </header>
      <div className="hint-cards">
        {SAMPLES.map((sample) => {
          const { Icon, family } = signOf(sample);
          return (
            <button
              key={sample.graph.id}
              type="button"
              className="alt-card"
              title={sample.description[locale]}
              onClick={() => openSample.mutate(sample)}
            >
              <span className={`nk nk-${family}`} aria-hidden>
                <Icon className="i" />
              </span>
              <span className="hint-words">
                <b className="ell">{sample.title[locale]}</b>
                <span className="ell mut t11">{t('empty.sample', { seconds: sample.aboutSeconds })}</span>
              </span>
            </button>
          );
        })}
      </div>
      <div className="alt">
        <ImportPanel />
      </div>
    </aside>
  );
}

/** Whether a node is on its way from the palette: it may be let go where the hint stands. */
function useDragging(listen: boolean): boolean {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!listen) return;
    const begin = () => setDragging(true);
    const end = () => setDragging(false);
    document.addEventListener('dragstart', begin);
    document.addEventListener('dragend', end);
    return () => {
      document.removeEventListener('dragstart', begin);
      document.removeEventListener('dragend', end);
    };
  }, [listen]);
  return dragging;
}
