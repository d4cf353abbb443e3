'use client';

import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { nodeLook } from '../ui/node-icon';
import { SAMPLES } from './samples';
import { useWorkflowActions } from './use-workflow-actions';

const SIGN = { hello: 'transform', sort: 'condition', sections: 'agent' } as const;

export function SamplesPanel() {
  const t = useTranslations('lists');
  const { openSample } = useWorkflowActions();
  return (
    <section className="panel">
      <div className="ph">
        <h3>{t('samples.title')}</h3>
        <span className="chip">{t('samples.noKey')}</span>
      </div>
      {SAMPLES.map((sample) => {
        const { Icon, family } = nodeLook(SIGN[sample.key]);
        return (
          <div className="smp" key={sample.key}>
            <span className={`nk nk-${family}`} aria-hidden>
              <Icon className="i" />
            </span>
            <div className="smp-text">
              <b>{t(`samples.${sample.key}.name`)}</b>
              <p>{t(`samples.${sample.key}.short`)}</p>
            </div>
            <Button size="small" onClick={() => openSample.mutate(sample)}>
              {t('samples.open')}
              <span className="sr"> {t(`samples.${sample.key}.name`)}</span>
            </Button>
          </div>
        );
      })}
      <p className="t11 mut smp-note">{t('samples.note')}</p>
    </section>
  );
}
