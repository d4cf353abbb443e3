'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { nodeLook } from '../ui/node-icon';
import { SAMPLES, type Sample } from './samples';
import { useWorkflowActions } from './use-workflow-actions';

/** The node that says most of what a sample shows. */
const TELLING = ['human_input', 'condition', 'code', 'loop', 'agent', 'transform'];

/** The icon of the most telling node of a sample. */
export function signOf({ graph }: Sample) {
  const types = new Set(graph.nodes.map((node) => node.type));
  return nodeLook(TELLING.find((type) => types.has(type)));
}

export function SamplesPanel() {
  const t = useTranslations('lists');
  const locale = useLocale();
  const { openSample } = useWorkflowActions();
  return (
    <section className="panel">
      <div className="ph">
        <h3>{t('samples.title')}</h3>
        <span className="chip">{t('samples.noKey')}</span>
      </div>
      {SAMPLES.map((sample) => {
        const { Icon, family } = signOf(sample);
        return (
          <div className="smp" key={sample.graph.id}>
            <span className={`nk nk-${family}`} aria-hidden>
              <Icon className="i" />
            </span>
            <div className="smp-text">
              <b>{sample.title[locale]}</b>
              <p title={sample.description[locale]}>{sample.description[locale]}</p>
            </div>
            <Button size="small" onClick={() => openSample.mutate(sample)}>
              {t('samples.open')}
              <span className="sr"> {sample.title[locale]}</span>
            </Button>
          </div>
        );
      })}
      <p className="t11 mut smp-note">{t('samples.note')}</p>
    </section>
  );
}
