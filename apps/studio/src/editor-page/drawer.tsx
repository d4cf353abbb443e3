'use client';

import {
  CircleCheck,
  CircleX,
  LoaderCircle,
  PanelBottomClose,
  PanelBottomOpen,
  TriangleAlert,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, useMemo, useState } from 'react';
import type { EventEnvelope } from '../api/types';
import type { PlacedIssue } from '../canvas/canvas-store';
import { nodeName } from '../canvas/node-card';
import { inOneText, useProblemWords } from '../i18n/problem-words';
import type { RunView } from '../run-state/run-view';
import { EventLog } from '../runs/event-log';
import { nodeNames } from '../runs/node-names';
import { Timeline } from '../runs/timeline';
import { useRunLog } from '../runs/use-run-log';
import { IconButton } from '../ui/button';
import { ProblemText } from '../ui/problem-text';
import { useRunAction } from './actions/action-context';
import { useEditor } from './editor-store';
import { useShownRun } from './shown-run';
import type { CheckState } from './use-validation';

type DrawerTab = 'problems' | 'log' | 'timeline';

export interface DrawerProps {
  readonly open: boolean;
  readonly check: CheckState;
  readonly onGoTo: (issue: PlacedIssue) => void;
  readonly onGoToNode: (nodeId: string) => void;
}

/** Under the canvas: what is wrong, and what the shown run did. */
export function Drawer(props: DrawerProps) {
  const t = useTranslations('canvas');
  const act = useRunAction();
  const [tab, setTab] = useState<DrawerTab>('problems');
  const count = useEditor((state) => state.allIssues.length);
  const bad = useEditor((state) => state.allIssues.some((issue) => issue.severity === 'error'));
  const choose = (next: DrawerTab) => {
    setTab(next);
    if (!props.open) act('toggleDrawer');
  };
  const Fold = props.open ? PanelBottomClose : PanelBottomOpen;
  return (
    <section className={props.open ? 'drawer' : 'drawer closed'} aria-label={t('drawer.label')}>
      <div className="drawer-head">
        <div className="tabs" role="tablist" aria-label={t('drawer.label')}>
          {(['problems', 'log', 'timeline'] as const).map((id) => (
            <button
              key={id}
              type="button"
              role="tab"
              id={`drawer-tab-${id}`}
              aria-controls={props.open ? 'drawer-panel' : undefined}
              aria-selected={tab === id}
              data-state={tab === id && props.open ? 'active' : 'inactive'}
              onClick={() => choose(id)}
            >
              {t(`drawer.${id}`)}
              {id === 'problems' && count > 0 ? (
                <span className={bad ? 'cnt bad' : 'cnt'}>{count}</span>
              ) : null}
            </button>
          ))}
        </div>
        <IconButton
          label={props.open ? t('drawer.close') : t('drawer.open')}
          size="small"
          className="drawer-fold"
          onClick={() => act('toggleDrawer')}
        >
          <Fold className="i" aria-hidden />
        </IconButton>
      </div>
      {props.open ? (
        <div className="drawer-body" role="tabpanel" id="drawer-panel" aria-labelledby={`drawer-tab-${tab}`}>
          {tab === 'problems' ? (
            <Problems check={props.check} onGoTo={props.onGoTo} />
          ) : (
            <RunPart tab={tab} onGoToNode={props.onGoToNode} />
          )}
        </div>
      ) : null}
    </section>
  );
}

function Problems({ check, onGoTo }: { check: CheckState; onGoTo: (issue: PlacedIssue) => void }) {
  const t = useTranslations('canvas');
  const issues = useEditor((state) => state.allIssues);
  const sorted = useMemo(
    () => [...issues].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning')),
    [issues],
  );
  if (sorted.length === 0) {
    const Icon = check === 'checking' ? LoaderCircle : check === 'failed' ? TriangleAlert : CircleCheck;
    return (
      <p className="drawer-none">
        <Icon
          className={check === 'checking' ? 'i spin' : check === 'failed' ? 'i sev-w' : 'i st-completed'}
          aria-hidden
        />
        {t(`drawer.none.${check}`)}
      </p>
    );
  }
  return (
    <ul className="probs">
      {sorted.map((issue) => (
        <ProblemRow key={`${issue.code}${issue.path}${issue.message}`} issue={issue} onGoTo={onGoTo} />
      ))}
    </ul>
  );
}

/** Draws again for its own issue and name only: a large graph has hundreds of these, and each key typed changes it. */
const ProblemRow = memo(function ProblemRow(props: {
  issue: PlacedIssue;
  onGoTo: (issue: PlacedIssue) => void;
}) {
  const { issue, onGoTo } = props;
  const t = useTranslations('canvas');
  const words = useProblemWords('issues');
  const { nodeId } = issue;
  const name = useEditor((state) =>
    nodeId === undefined ? undefined : nodeName(state.document.graph, nodeId),
  );
  const bad = issue.severity === 'error';
  const Icon = bad ? CircleX : TriangleAlert;
  return (
    <li className="prob">
      <Icon className={bad ? 'i sev-e' : 'i sev-w'} role="img" aria-label={t(`severity.${issue.severity}`)} />
      <b>{name ?? t('drawer.workflow')}</b>
      <span className="prob-text ell" title={`${inOneText(words(issue))} (${issue.code})`}>
        <ProblemText kind="issues" problem={issue} />
      </span>
      <button type="button" className="link" onClick={() => onGoTo(issue)}>
        {t(issue.edgeId !== undefined ? 'drawer.goToEdge' : 'drawer.goToField')}
      </button>
    </li>
  );
});

function RunPart(props: { tab: 'log' | 'timeline'; onGoToNode: (nodeId: string) => void }) {
  const t = useTranslations('canvas');
  const { runId, stream } = useShownRun();
  if (runId === undefined || !stream.view) return <p className="drawer-none mut">{t('drawer.noRun')}</p>;
  return <RunHistory {...props} runId={runId} view={stream.view} events={stream.events} />;
}

function RunHistory(props: {
  tab: 'log' | 'timeline';
  runId: string;
  view: RunView;
  events: readonly EventEnvelope[];
  onGoToNode: (nodeId: string) => void;
}) {
  const { view } = props;
  const graph = useEditor((state) => state.document.graph);
  const names = useMemo(() => nodeNames(graph), [graph]);
  const log = useRunLog(props.runId, props.events, view.lastSeq);
  const [lane, setLane] = useState<string>();
  const select = (next: string) => {
    setLane(next);
    props.onGoToNode(next.slice(0, next.indexOf('~')));
  };
  if (props.tab === 'timeline') {
    return <Timeline names={names} view={view} selected={lane} onSelect={select} />;
  }
  return (
    <EventLog log={log} names={names} lane={undefined} onClear={() => setLane(undefined)} onSelect={select} />
  );
}
