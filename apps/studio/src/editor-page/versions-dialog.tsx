'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { type CanvasDocument, openDocument } from '@weftwork/editor';
import { History, RotateCcw } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { listVersions } from '../api/client';
import { useVersion } from '../api/queries';
import type { WorkflowVersion } from '../api/types';
import { RunGraph } from '../canvas/run-graph';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { EmptyState } from '../ui/empty-state';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { Time } from '../ui/time';
import { ChangeList } from './change-list';
import { useEditor } from './editor-store';
import { graphChanges } from './graph-changes';

export interface VersionsDialogProps {
  readonly workflowId: string;
  readonly onRestore: (document: CanvasDocument, version: number) => void;
  readonly onClose: () => void;
}

/** Published versions, newest first: each can be looked at, compared with the draft, and restored as the draft. */
export function VersionsDialog({ workflowId, onRestore, onClose }: VersionsDialogProps) {
  const t = useTranslations('canvas');
  const query = useInfiniteQuery({
    queryKey: ['workflows', workflowId, 'versions'],
    queryFn: ({ pageParam }) => listVersions(workflowId, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const versions = query.data?.pages.flatMap((page) => page.items) ?? [];
  const [chosen, setChosen] = useState<number>();
  const shown = chosen ?? versions[0]?.version;
  const version = useVersion(workflowId, shown);
  const stored = useMemo(
    () => (version.data ? openDocument(version.data.graph, version.data.layout ?? undefined) : undefined),
    [version.data],
  );
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('versions.title')}
      foot={
        <>
          <span className="t12 mut">{t('versions.note')}</span>
          <span className="sp" />
          <Button onClick={onClose}>{t('versions.close')}</Button>
          <Button
            look="primary"
            off={!stored || shown === undefined}
            onClick={() => stored && shown !== undefined && onRestore(stored, shown)}
          >
            <RotateCcw className="i" aria-hidden />
            {shown === undefined ? t('versions.restoreNone') : t('versions.restore', { version: shown })}
          </Button>
        </>
      }
    >
      {query.isPending ? <Skeleton rows={4} label={t('versions.loading')} /> : null}
      {query.error ? <ErrorNotice error={query.error} retry={() => void query.refetch()} /> : null}
      {query.data && versions.length === 0 ? (
        <EmptyState Icon={History} title={t('versions.none')} text={t('versions.noneText')} />
      ) : null}
      {versions.length > 0 ? (
        <div className="vs3">
          <div className="vl" role="listbox" aria-label={t('versions.title')}>
            {versions.map((each) => (
              <VersionRow
                key={each.version}
                version={each}
                on={each.version === shown}
                onChoose={() => setChosen(each.version)}
              />
            ))}
            {query.hasNextPage ? (
              <Button size="small" onClick={() => void query.fetchNextPage()}>
                {t('versions.more')}
              </Button>
            ) : null}
          </div>
          <div className="vm">
            {stored ? <VersionView stored={stored} /> : <Skeleton rows={4} label={t('versions.loading')} />}
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}

function VersionRow(props: { version: WorkflowVersion; on: boolean; onChoose: () => void }) {
  const t = useTranslations('canvas');
  return (
    <button
      type="button"
      role="option"
      aria-selected={props.on}
      className={props.on ? 'ver on' : 'ver'}
      onClick={props.onChoose}
    >
      <span className={props.on ? 'rad on' : 'rad'} aria-hidden />
      <span>
        <b>{t('versions.version', { version: props.version.version })}</b>{' '}
        <code className="mut" title={props.version.graphHash}>
          {props.version.graphHash.slice(0, 7)}
        </code>
        <span className="t11 mut ver-when">
          <Time at={props.version.publishedAt} />
        </span>
      </span>
    </button>
  );
}

function VersionView({ stored }: { stored: CanvasDocument }) {
  const t = useTranslations('canvas');
  const draft = useEditor((state) => state.document);
  const changes = useMemo(() => graphChanges(stored, draft), [stored, draft]);
  return (
    <>
      <div className="version-graph">
        <RunGraph graph={stored.graph} layout={stored.layout} />
      </div>
      <h3>{t('versions.since', { count: changes.length })}</h3>
      <ChangeList changes={changes} />
    </>
  );
}
