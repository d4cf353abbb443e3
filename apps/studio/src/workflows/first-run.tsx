'use client';

import { Check, SquarePlus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { ImportPanel } from './import-panel';
import { MiniGraph } from './mini-graph';
import { SAMPLES, type Sample } from './samples';
import { useWorkflowActions } from './use-workflow-actions';

/** The workflows page while there is none: three clicks to a green run. */
export function FirstRun() {
  const t = useTranslations('lists');
  const { openSample, create } = useWorkflowActions();
  return (
    <div className="first">
      <div>
        <h1>{t('first.title')}</h1>
        <ol className="steps">
          <li className="on">
            <em>1</em>
            {t('first.open')}
          </li>
          <li>
            <em>2</em>
            {t('first.run')}
          </li>
          <li>
            <em>3</em>
            {t('first.start')}
          </li>
          <li className="ok">
            <em>
              <Check className="i" aria-hidden />
            </em>
            {t('first.green')}
          </li>
        </ol>
        <div className="cards">
          {SAMPLES.map((sample, index) => (
            <SampleCard
              key={sample.graph.id}
              sample={sample}
              first={index === 0}
              onOpen={() => openSample.mutate(sample)}
            />
          ))}
        </div>
        <div className="alt">
          <button type="button" className="alt-card" onClick={() => create.mutate()}>
            <SquarePlus className="i" aria-hidden />
            <span>
              <b>{t('first.blank')}</b>
              <p>{t('first.blankText')}</p>
            </span>
          </button>
          <ImportPanel />
        </div>
      </div>
    </div>
  );
}

function SampleCard({ sample, first, onOpen }: { sample: Sample; first: boolean; onOpen: () => void }) {
  const t = useTranslations('lists');
  const locale = useLocale();
  return (
    <article className={first ? 'sc on' : 'sc'}>
      <div className="pic">
        <MiniGraph graph={sample.graph} />
      </div>
      <div className="tx">
        <h2>{sample.title[locale]}</h2>
        <p>{sample.description[locale]}</p>
        <div className="fx">
          <span className="chip">{t('samples.noKey')}</span>
          <span className="chip">{t('samples.nodes', { count: sample.graph.nodes.length })}</span>
          <span className="chip">{t('samples.about', { seconds: sample.aboutSeconds })}</span>
          {sample.needsPerson ? <span className="chip">{t('samples.asks')}</span> : null}
        </div>
        <Button size="large" look={first ? 'primary' : 'plain'} onClick={onOpen}>
          {t(first ? 'samples.openThis' : 'samples.open')}
        </Button>
      </div>
    </article>
  );
}
