'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronRight, CircleX, ExternalLink, LocateFixed, Settings2 } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { getRun } from '../api/client';
import { keys } from '../api/queries';
import type { RunError } from '../api/types';
import { useProblemWords } from '../i18n/problem-words';
import type { RunView } from '../run-state/run-view';
import { Button } from '../ui/button';
import type { NodeNames } from './node-names';
import { failedChildOf, findRootRun } from './root-cause';

/** Why the run failed, in one sentence, with the way to the step and to its settings. */
export function RunCause(props: { error: RunError; view: RunView; names: NodeNames; onShow: () => void }) {
  const t = useTranslations('runs');
  const { error, names, view } = props;
  const { lead, detail } = useProblemWords('errors')(error);
  const node = names.node(error.nodeId);
  const path = error.iterationPath ?? [];
  // What failed inside a child run is told there, however deep it is.
  const childRunId = failedChildOf(view.nodeRuns.values(), error);
  const root = useQuery({
    queryKey: keys.rootRun(childRunId ?? ''),
    queryFn: () => findRootRun(childRunId ?? '', getRun),
    enabled: childRunId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const workflow = `/workflows/${encodeURIComponent(view.run.workflowId)}`;
  return (
    <section className="cause" role="alert">
      <CircleX className="i" aria-hidden />
      <div className="cause-text">
        <h2>{error.nodeId ? t('cause', { name: names.name(error.nodeId), message: lead }) : lead}</h2>
        {detail ? (
          <p className="said-detail" lang="en">
            {detail}
          </p>
        ) : null}
        <div className="trail">
          {path.length > 0 && node?.parentId ? (
            <>
              <span>{names.name(node.parentId)}</span>
              <ChevronRight className="i" aria-hidden />
              <span>{t('iteration', { n: path.map((index) => index + 1).join('.') })}</span>
              <ChevronRight className="i" aria-hidden />
            </>
          ) : null}
          <code>{error.code}</code>
        </div>
      </div>
      {error.nodeId ? (
        <div className="cause-acts">
          {childRunId ? (
            <Link
              prefetch={false}
              className="btn sm"
              href={`/runs/${encodeURIComponent(root?.id ?? childRunId)}`}
            >
              <ExternalLink className="i" aria-hidden />
              {root ? t('causeIn', { name: root.workflowName || root.workflowId }) : t('childRun')}
            </Link>
          ) : null}
          <Button size="small" onClick={props.onShow}>
            <LocateFixed className="i" aria-hidden />
            {t('showCause')}
          </Button>
          <Link
            prefetch={false}
            className="btn sm"
            href={`${workflow}?${placeOf(view.run.id, error.nodeId, error.field)}`}
          >
            <Settings2 className="i" aria-hidden />
            {t(error.field === undefined ? 'goToNode' : 'goToField')}
          </Link>
        </div>
      ) : null}
    </section>
  );
}

/** In the editor, with the run drawn over the draft: its values show what to mend. */
function placeOf(run: string, node: string, field: string | undefined): URLSearchParams {
  return new URLSearchParams({ run, node, ...(field === undefined ? {} : { field }) });
}
