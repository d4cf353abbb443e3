'use client';

import { pathStep } from '@weftwork/expressions';
import type { WorkflowNode } from '@weftwork/schema';
import { CircleX } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { SpilledViewer } from '../../runs/spilled-viewer';
import { ProblemText } from '../../ui/problem-text';
import { StatusBadge } from '../../ui/status-badge';
import { LanePick } from '../lane-pick';
import type { ShownNodeRun } from './use-shown-node-run';

/** What the node gave in the shown run, or why it gave nothing. */
export function NodeOutput({ node, shown }: { node: WorkflowNode; shown: ShownNodeRun }) {
  const t = useTranslations('inspector');
  const { nodeRun, lane, lanes, choose } = shown;
  return (
    <section className="nv-col" aria-label={t('view.output')}>
      <header className="nv-head">
        <h3>{t('view.output')}</h3>
        {nodeRun ? <StatusBadge status={nodeRun.status} pill /> : null}
      </header>
      <div className="nv-body">
        {lane ? <LanePick lanes={lanes} lane={lane} onChoose={choose} /> : null}
        {nodeRun?.error ? (
          <p className="notice bad nv-pad">
            <CircleX className="i" aria-hidden />
            <span className="text">
              <ProblemText kind="errors" problem={nodeRun.error} /> <code>{nodeRun.error.code}</code>
            </span>
          </p>
        ) : null}
        {nodeRun?.output ? (
          <SpilledViewer
            key={nodeRun.id}
            title={t('view.data')}
            value={nodeRun.output}
            spilled={nodeRun.spilled}
            root={`nodes${pathStep(node.id)}.data`}
          />
        ) : (
          <p className="mut t12 nv-pad">{t(nodeRun ? 'view.noOutput' : 'view.notRun')}</p>
        )}
      </div>
    </section>
  );
}
