'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { archiveWorkflow, createWorkflow, duplicateWorkflow, getWorkflow } from '../api/client';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import { errorText } from '../ui/error-notice';
import { useToast } from '../ui/toast';
import { downloadJson } from './download-json';
import { blankGraph, type Sample } from './samples';

export const workflowPath = (id: string) => `/workflows/${encodeURIComponent(id)}`;

/** What can be done to a workflow from a list: each refreshes the list, and says so when it fails. */
export function useWorkflowActions() {
  const t = useTranslations('lists');
  const cache = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const options = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.workflows }),
    onError: (error: unknown) => say(errorText(error), { bad: true }),
  };
  const remove = useMutation({
    ...options,
    mutationFn: (workflow: { id: string; name: string }) => archiveWorkflow(workflow.id),
    onSuccess: (_, { name }) => {
      say(t('deleted', { name }));
      return options.onSuccess();
    },
  });
  const duplicate = useMutation({ ...options, mutationFn: (id: string) => duplicateWorkflow(id) });
  const exportFile = useMutation({
    onError: options.onError,
    mutationFn: async (id: string) => {
      const { name, draft } = await getWorkflow(id);
      downloadJson(
        `${name}.json`,
        draft.layout ? { graph: draft.graph, layout: draft.layout } : { graph: draft.graph },
      );
    },
  });
  const create = useMutation({
    ...options,
    mutationFn: () => createWorkflow(blankGraph(t('untitled'))),
    onSuccess: ({ id }) => {
      void options.onSuccess();
      router.push(workflowPath(id));
    },
  });
  const openSample = useMutation({
    ...options,
    mutationFn: (sample: Sample) => openOrCreate(sample),
    onSuccess: (id) => {
      void options.onSuccess();
      router.push(workflowPath(id));
    },
  });
  return { remove, duplicate, exportFile, create, openSample };
}

/** A sample keeps its id, so opening it twice opens the same one; where that was deleted a new copy is made. */
async function openOrCreate({ graph }: Sample): Promise<string> {
  try {
    return (await createWorkflow(graph)).id;
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) throw error;
  }
  const known = await getWorkflow(graph.id).catch(() => undefined);
  if (known && !known.archivedAt) return known.id;
  const { id: _, ...copy } = graph;
  return (await createWorkflow(copy)).id;
}
