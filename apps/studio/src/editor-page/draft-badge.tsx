'use client';

import { countChanges, diffGraphs, openDocument } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { PencilLine, Tag } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { useVersion } from '../api/queries';
import type { PublishedVersion, WorkflowGraph } from '../api/types';
import { useEditor, useEditorStore } from './editor-store';

/** Comparing whole graphs waits until the hand is off the keys. */
const PAUSE_MS = 400;

/** What is published, and by how much the draft differs from it. */
export function DraftBadge({ published }: { published: PublishedVersion | undefined }) {
  const t = useTranslations('canvas');
  const v = useTranslations('versions');
  const workflowId = useEditor((state) => state.document.graph.id);
  const changes = useChangesSince(workflowId, published);
  const versions = `/workflows/${encodeURIComponent(workflowId)}/versions`;
  return (
    <>
      {published ? (
        <span className="chip" title={published.graphHash}>
          <Tag className="i" aria-hidden />
          {t('bar.version', { version: published.version })} <code>{published.graphHash.slice(0, 7)}</code>
        </span>
      ) : null}
      {published === undefined || changes === undefined ? (
        <span className="chip line" title={t('bar.draftAbout')}>
          <PencilLine className="i" aria-hidden />
          {t('bar.draft')}
        </span>
      ) : changes > 0 ? (
        <Link
          prefetch={false}
          className="chip line differs"
          href={`${versions}?from=${published.version}&to=draft`}
          title={v('draftDiffersTip', { version: published.version })}
        >
          <PencilLine className="i" aria-hidden />
          {v('draftDiffers', { count: changes })}
        </Link>
      ) : (
        <span className="sr">{v('draftSame', { version: published.version })}</span>
      )}
    </>
  );
}

function useChangesSince(workflowId: string, published: PublishedVersion | undefined): number | undefined {
  const store = useEditorStore();
  const version = useVersion(published && workflowId, published?.version).data;
  const base = useMemo(() => version && openDocument(version.graph).graph, [version]);
  const [changes, setChanges] = useState<number>();
  useEffect(() => {
    if (!base) {
      setChanges(undefined);
      return;
    }
    const count = (graph: WorkflowGraph) =>
      setChanges(countChanges(diffGraphs(base, graph, nodeDefinitions)));
    count(store.getState().document.graph);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe((now, before) => {
      if (now.document.graph === before.document.graph) return;
      clearTimeout(timer);
      timer = setTimeout(() => count(store.getState().document.graph), PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [base, store]);
  return changes;
}
