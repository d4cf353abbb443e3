'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from '../api/http';
import { useRunVersion } from '../api/queries';
import { useRunStream } from '../api/use-run-stream';
import { tasksOfView } from '../inbox/open-tasks';
import { nodeStates } from '../run-state/node-states';
import { laneKey } from '../run-state/timeline';
import { NotFoundPage } from '../shell/not-found-page';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { useWide } from '../ui/use-wide';
import { EventLog } from './event-log';
import { nodeNames } from './node-names';
import { NodeRunInspector } from './node-run-inspector';
import { RunCause } from './run-cause';
import { RunGraphSlot } from './run-graph-slot';
import { RunHeader } from './run-header';
import { RunOutcome } from './run-outcome';
import { RunTasks } from './run-tasks';
import { Timeline } from './timeline';
import { useRunLog } from './use-run-log';

/** One run, live or past: what it did, what it waits for, and each step's input and output. */
export function RunPage({ runId }: { runId: string }) {
  const t = useTranslations('runs');
  const stream = useRunStream(runId);
  const { view } = stream;
  const version = useRunVersion(runId).data;
  const graph = version?.graph;
  const names = useMemo(() => nodeNames(graph), [graph]);
  const log = useRunLog(runId, stream.events, view?.lastSeq);
  // An object, so that choosing the same step again leads to it again.
  const [choice, setChoice] = useState<{ readonly lane: string }>();
  const chosen = choice?.lane;
  const choose = (lane: string | undefined) => setChoice(lane === undefined ? undefined : { lane });
  const inspector = useRef<HTMLElement>(null);
  const wide = useWide();
  useEffect(() => {
    // On a phone the values stand far from the timeline that one chose from.
    if (choice && !wide) inspector.current?.scrollIntoView({ block: 'start' });
  }, [choice, wide]);

  if (!view && isApiError(stream.error) && stream.error.status === 404) return <NotFoundPage back="runs" />;
  if (!view) {
    return (
      <main className="page pad">
        {stream.error ? (
          <ErrorNotice error={stream.error} retry={() => location.reload()} />
        ) : (
          <Skeleton rows={8} label={t('loading')} />
        )}
      </main>
    );
  }
  const failed = view.run.error;
  const failedLane = failed?.nodeId ? laneKey(failed.nodeId, failed.iterationPath) : undefined;
  const selected = chosen ?? failedLane;
  const chooseNode = (nodeId: string, path?: readonly number[]) => {
    const known = path ?? nodeStates(view).get(nodeId)?.nodeRun.iterationPath;
    choose(laneKey(nodeId, known));
  };
  return (
    <main className="page run-page">
      <RunHeader view={view} stream={stream} />
      {failed ? (
        <RunCause error={failed} view={view} names={names} onShow={() => choose(failedLane)} />
      ) : null}
      <div className="run-grid">
        <div className="col">
          <RunGraphSlot
            version={version}
            view={view}
            selected={selected?.slice(0, selected.indexOf('~'))}
            onChoose={chooseNode}
          />
          <Timeline names={names} view={view} selected={selected} onSelect={choose} />
        </div>
        <div className="col side-col">
          <RunTasks tasks={tasksOfView(view)} names={names} />
          {selected ? (
            <NodeRunInspector
              key={selected}
              ref={inspector}
              lane={selected}
              view={view}
              names={names}
              log={log.events}
            />
          ) : (
            <RunOutcome view={view} />
          )}
          <EventLog
            log={log}
            names={names}
            lane={chosen}
            onClear={() => choose(undefined)}
            onSelect={choose}
          />
        </div>
      </div>
    </main>
  );
}
