'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openDocument } from '@weftwork/editor';
import { ReactFlowProvider } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { getWorkflow } from '../api/client';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import type { Workflow } from '../api/types';
import '../canvas/canvas.css';
import { CanvasContext } from '../canvas/canvas-store';
import { NotFoundPage } from '../shell/not-found-page';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import './editor.css';
import { EditorFrame } from './editor-frame';
import { createEditorStore, EditorContext, type EditorStore } from './editor-store';

/** Opens a workflow's draft and edits it. */
export function EditorPage({ workflowId }: { workflowId: string }) {
  const t = useTranslations('canvas');
  const client = useQueryClient();
  // Read once: from then on the editor's document is the truth here, and the server's revision guards the rest.
  const opened = useQuery({
    queryKey: ['editor', workflowId],
    queryFn: async () => {
      const workflow = await getWorkflow(workflowId);
      // What the bar says of versions comes of the same answer; a large one is not read twice.
      client.setQueryData(keys.workflow(workflowId), workflow);
      return workflow;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened.data) return <OpenEditor key={workflowId} workflow={opened.data} />;
  if (isApiError(opened.error) && opened.error.status === 404) return <NotFoundPage />;
  return (
    <main className="lone">
      {opened.error ? (
        <>
          <ErrorNotice error={opened.error} retry={() => void opened.refetch()} />
          <Link className="btn" href="/workflows">
            {t('bar.home')}
          </Link>
        </>
      ) : (
        <Skeleton rows={6} label={t('bar.opening')} />
      )}
    </main>
  );
}

function OpenEditor({ workflow }: { workflow: Workflow }) {
  const [store] = useState(() => openStore(workflow));
  return (
    <EditorContext value={store}>
      <CanvasContext value={store}>
        <ReactFlowProvider>
          <EditorFrame workflow={workflow} />
        </ReactFlowProvider>
      </CanvasContext>
    </EditorContext>
  );
}

/** The address may name a node to begin with, as the link from a failed step does. */
function openStore({ draft }: Workflow): EditorStore {
  const store = createEditorStore(openDocument(draft.graph, draft.layout ?? undefined));
  const asked = new URLSearchParams(location.search).get('node');
  if (asked !== null && draft.graph.nodes.some(({ id }) => id === asked)) store.getState().choose([asked]);
  return store;
}
