'use client';

import { useMemo } from 'react';
import { useWorkflows } from '../api/queries';

/** Names by workflow id, for lists whose rows carry only the id. */
export function useWorkflowNames(): ReadonlyMap<string, string> {
  const { data } = useWorkflows(true);
  return useMemo(
    () =>
      new Map(data?.pages.flatMap((page) => page.items.map((item) => [item.id, item.name] as const)) ?? []),
    [data],
  );
}
