'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { EventEnvelope } from '../api/types';
import { useCanvas } from '../canvas/canvas-store';
import { useShownRun } from '../editor-page/shown-run';
import type { RunView } from '../run-state/run-view';
import { nodeNames } from '../runs/node-names';
import { NodeRunInspector } from '../runs/node-run-inspector';
import { useRunLog } from '../runs/use-run-log';
import { LanePick } from './lane-pick';
import { useLanes } from './use-lanes';

/** What went into a node in the shown run and what came out, by iteration and attempt. */
export function NodeValues(props: { id: string; onGoToField: (field: string) => void }) {
  const t = useTranslations('canvas');
  const { view, events } = useShownRun().stream;
  if (!view) return <p className="ib mut t12">{t('values.none')}</p>;
  return <ValuesOfRun {...props} view={view} events={events} />;
}

function ValuesOfRun(props: {
  id: string;
  view: RunView;
  events: readonly EventEnvelope[];
  onGoToField: (field: string) => void;
}) {
  const t = useTranslations('canvas');
  const { id, view } = props;
  const graph = useCanvas((state) => state.document.graph);
  const names = useMemo(() => nodeNames(graph), [graph]);
  const { lanes, lane, choose } = useLanes(id, view);
  const log = useRunLog(view.run.id, props.events, view.lastSeq);
  if (!lane) return <p className="ib mut t12">{t('values.notRun')}</p>;
  return (
    <div className="node-values">
      <LanePick lanes={lanes} lane={lane} onChoose={choose} />
      <NodeRunInspector
        key={lane.key}
        lane={lane.key}
        view={view}
        names={names}
        log={log.events}
        onGoToField={props.onGoToField}
      />
    </div>
  );
}
