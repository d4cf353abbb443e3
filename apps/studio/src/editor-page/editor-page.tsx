'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { getWorkflow } from '../api/client';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import '../canvas/canvas.css';
import { CanvasContext } from '../canvas/canvas-store';
import { NO_SHIFTS, ShiftsContext } from '../canvas/shifts';
import { NotFoundPage } from '../shell/not-found-page';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import './editor.css';
import { EditorFrame } from './editor-frame';
import { type EditorSession, leftSession, openSession } from './editor-session';
import { EditorContext } from './editor-store';
import { ShownRunProvider } from './shown-run';

/** Opens a workflow's draft and edits it. */
export function EditorPage({ workflowId }: { workflowId: string }) {
  return <OneEditor key={workflowId} workflowId={workflowId} />;
}

function OneEditor({ workflowId }: { workflowId: string }) {
  const t = useTranslations('canvas');
  const client = useQueryClient();
  // What this tab could not save yet goes on where it was left; the server has less.
  const [taken] = useState(() => leftSession(workflowId));
  // Read once: from then on the editor's document is the truth here, and the server's revision guards the rest.
  const opened = useQuery({
    queryKey: ['editor', workflowId],
    queryFn: async () => {
      const workflow = await getWorkflow(workflowId);
      // What the bar says of versions comes of the same answer; a large one is not read twice.
      client.setQueryData(keys.workflow(workflowId), workflow);
      return workflow;
    },
    enabled: !taken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (taken) return <OpenEditor open={() => chooseAsked(taken)} />;
  const { data } = opened;
  if (data) return <OpenEditor open={() => chooseAsked(openSession(data))} />;
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

function OpenEditor({ open }: { open: () => EditorSession }) {
  const [session] = useState(open);
  const [shifts] = useState(() => createStore(() => NO_SHIFTS));
  const { store } = session;
  return (
    <EditorContext value={store}>
      <CanvasContext value={store}>
        <ShiftsContext value={shifts}>
          <ReactFlowProvider>
            <ShownRunProvider store={store}>
              <EditorFrame session={session} />
            </ShownRunProvider>
          </ReactFlowProvider>
        </ShiftsContext>
      </CanvasContext>
    </EditorContext>
  );
}

/** The address may name a node to begin with, as the link from a failed step does. */
function chooseAsked(session: EditorSession): EditorSession {
  const { choose, document } = session.store.getState();
  const asked = new URLSearchParams(location.search).get('node');
  if (asked !== null && document.graph.nodes.some(({ id }) => id === asked)) choose([asked]);
  return session;
}
