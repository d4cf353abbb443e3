'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { getVersion, getWorkflow } from '../api/client';
import type { Workflow } from '../api/types';
import { Dialog } from '../ui/dialog';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { RunDialog } from './run-dialog';

/** The run dialog of a workflow in a list: runs the published version, or the draft where there is none. */
export function RunWorkflowDialog(props: { workflow: Workflow; onClose: () => void }) {
  const t = useTranslations('runs');
  const router = useRouter();
  const { id, name, published } = props.workflow;
  const graph = useQuery({
    queryKey: ['workflows', id, 'input-schema', published?.version ?? 'draft'],
    queryFn: async () =>
      published ? (await getVersion(id, published.version)).graph : (await getWorkflow(id)).draft.graph,
  });
  if (graph.data) {
    return (
      <RunDialog
        workflowId={id}
        name={name}
        inputSchema={graph.data.inputSchema ?? {}}
        version={published?.version ?? 'draft'}
        onClose={props.onClose}
        onStarted={(run) => router.push(`/runs/${encodeURIComponent(run.id)}`)}
      />
    );
  }
  return (
    <Dialog open onClose={props.onClose} title={t('dialog.title', { name })}>
      {graph.error ? (
        <ErrorNotice error={graph.error} retry={() => void graph.refetch()} />
      ) : (
        <Skeleton rows={4} label={t('loading')} />
      )}
    </Dialog>
  );
}
