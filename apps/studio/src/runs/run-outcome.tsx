'use client';

import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { RunView } from '../run-state/run-view';
import { JsonViewer } from '../ui/json-viewer';
import { ProblemText } from '../ui/problem-text';
import { ArtifactList } from './artifact-list';
import { SpilledViewer } from './spilled-viewer';

/** The run as a whole, while no step is chosen: output, files, warnings, input. */
export function RunOutcome({ view }: { view: RunView }) {
  const t = useTranslations('runs');
  const { run } = view;
  return (
    <section className="panel inspector">
      <div className="ph">
        <h3>{t('outcome')}</h3>
        <span className="t11 mut ell">{t('chooseStep')}</span>
      </div>
      <div className="inspector-body">
        {run.warnings.map((warning) => (
          <div className="notice warn" key={`${warning.code} ${warning.nodeId} ${warning.message}`}>
            <TriangleAlert className="i" aria-hidden />
            <span className="text">
              <ProblemText kind="errors" problem={warning} /> <code className="mut">{warning.code}</code>
            </span>
          </div>
        ))}
        {run.artifacts.length > 0 ? <ArtifactList artifacts={run.artifacts} /> : null}
        {run.output !== undefined && run.output !== null ? (
          <SpilledViewer title={t('output')} value={run.output} spilled={run.spilled} root="output" />
        ) : (
          <p className="mut pad12">{t('noOutputYet')}</p>
        )}
        {run.input !== undefined && run.input !== null ? (
          <JsonViewer title={t('input')} value={run.input} root="inputs" />
        ) : null}
      </div>
    </section>
  );
}
