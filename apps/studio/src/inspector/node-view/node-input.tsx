'use client';

import { readableFrom } from '@weftwork/editor';
import type { WorkflowNode } from '@weftwork/schema';
import { MousePointerClick } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useContext, useMemo, useState } from 'react';
import { useCanvas } from '../../canvas/canvas-store';
import { copyText } from '../../ui/clipboard';
import { JsonViewer } from '../../ui/json-viewer';
import { Segmented } from '../../ui/segmented';
import { InsertTargetContext } from '../expression/insert-target';
import { useLastValues } from '../values-context';
import { pickSources } from './pick-sources';
import { PickTree } from './pick-tree';
import type { ShownNodeRun } from './use-shown-node-run';

type View = 'pick' | 'given';

/** What the node can read, to be picked from, and what it was given in the shown run. */
export function NodeInput({ node, shown }: { node: WorkflowNode; shown: ShownNodeRun }) {
  const t = useTranslations('inspector');
  const [view, setView] = useState<View>('pick');
  const input = shown.nodeRun?.input;
  return (
    <section className="nv-col" aria-label={t('view.input')}>
      <header className="nv-head">
        <h3>{t('view.input')}</h3>
        <Segmented<View>
          label={t('view.inputView')}
          value={view}
          options={[
            { id: 'pick', label: t('view.pick') },
            { id: 'given', label: t('view.given') },
          ]}
          onChange={setView}
        />
      </header>
      <div className="nv-body">
        {view === 'pick' ? (
          <PickPanel node={node} />
        ) : input === undefined || input === null ? (
          <p className="mut t12 nv-pad">{t(shown.nodeRun ? 'view.noInput' : 'view.notRun')}</p>
        ) : (
          <JsonViewer title={t('view.given')} value={input} />
        )}
      </div>
    </section>
  );
}

function PickPanel({ node }: { node: WorkflowNode }) {
  const t = useTranslations('inspector');
  const document = useCanvas((state) => state.document);
  const values = useLastValues((now) => now);
  const target = useContext(InsertTargetContext);
  const [news, setNews] = useState<string>();
  const sources = useMemo(
    () => pickSources(document, readableFrom(document, node.id), values, t('completion.inputs')),
    [document, node.id, values, t],
  );
  const pick = async (path: string) => {
    if (target?.current) {
      target.current(path);
      setNews(t('pick.inserted', { path }));
      return;
    }
    const copied = await copyText(`{{ ${path} }}`);
    setNews(t(copied ? 'pick.copied' : 'pick.noField', { path }));
  };
  return (
    <>
      <p className="help hint nv-pad" role="status">
        <MousePointerClick className="i" aria-hidden />
        <span>{news ?? t(values.hasRun ? 'pick.about' : 'pick.aboutNoRun')}</span>
      </p>
      <PickTree sources={sources} onPick={(path) => void pick(path)} />
    </>
  );
}
