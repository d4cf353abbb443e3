'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import {
  archiveWorkflow,
  createWorkflow,
  duplicateWorkflow,
  exportWorkflow,
  getWorkflow,
} from '../api/client';
import { keys } from '../api/queries';
import { useErrorWords } from '../i18n/problem-words';
import { useToast } from '../ui/toast';
import { downloadJson } from './download-json';
import { blankGraph, type Sample } from './samples';

export const workflowPath = (id: string) => `/workflows/${encodeURIComponent(id)}`;

/** What can be done to a workflow from a list: each refreshes the list, and says so when it fails. */
export function useWorkflowActions() {
  const t = useTranslations('lists');
  const nodes = useTranslations('canvas.nodes');
  const cache = useQueryClient();
  const router = useRouter();
  const say = useToast();
  const words = useErrorWords();
  const options = {
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.workflows }),
    onError: (error: unknown) => say(words(error), { bad: true }),
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
      const file = await exportWorkflow(id);
      downloadJson(`${file.graph.name || id}.json`, file);
    },
  });
  const create = useMutation({
    ...options,
    mutationFn: () =>
      createWorkflow(blankGraph(t('untitled'), { start: nodes('start.name'), output: nodes('output.name') })),
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
async function openOrCreate({ graph, layout }: Sample): Promise<string> {
  const known = await getWorkflow(graph.id).catch(() => undefined);
  if (known && !known.archivedAt) return known.id;
  const { id, ...copy } = graph;
  return (await createWorkflow(known ? copy : { id, ...copy }, layout)).id;
}
