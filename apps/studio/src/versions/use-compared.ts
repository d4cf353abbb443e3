'use client';

import { countChanges, diffGraphs, openDocument } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useMemo } from 'react';
import { useVersion } from '../api/queries';
import type { Workflow, WorkflowGraph } from '../api/types';

/** A published version by its number, or the draft. */
export type Side = number | 'draft';

export function parseSide(text: string | null): Side | undefined {
  if (text === 'draft') return 'draft';
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The graph of a side as the editor would open it; undefined until it is read. */
export function useSide(workflow: Workflow | undefined, side: Side | undefined) {
  const isVersion = typeof side === 'number';
  const version = useVersion(workflow?.id, isVersion ? side : undefined);
  const draft = workflow?.draft;
  const graph = useMemo((): WorkflowGraph | undefined => {
    if (side === 'draft') return draft && openDocument(draft.graph).graph;
    return version.data && openDocument(version.data.graph).graph;
  }, [side, draft, version.data]);
  return { graph, error: isVersion ? version.error : null, retry: () => void version.refetch() };
}

export function useDiff(before: WorkflowGraph | undefined, after: WorkflowGraph | undefined) {
  return useMemo(
    () => (before && after ? diffGraphs(before, after, nodeDefinitions) : undefined),
    [before, after],
  );
}

/** How many changes a draft holds since the version that is published; undefined while that is not known. */
export function useDraftChanges(workflow: Workflow | undefined): number | undefined {
  const published = useSide(workflow, workflow?.published?.version).graph;
  const draft = useSide(workflow, 'draft').graph;
  const diff = useDiff(published, draft);
  return diff && countChanges(diff);
}
