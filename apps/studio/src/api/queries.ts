'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  getNodeOptions,
  getRunVersion,
  getSession,
  getVersion,
  getWorkflow,
  listRuns,
  listWorkflows,
  type RunFilter,
} from './client';

/** Every key of the cache, so that a change knows what to invalidate. */
export const keys = {
  workflows: ['workflows'] as const,
  workflow: (id: string) => ['workflows', id] as const,
  version: (id: string, version: number) => ['workflows', id, 'versions', version] as const,
  runs: ['runs'] as const,
  runList: (filter: RunFilter) => ['runs', 'list', filter] as const,
  run: (id: string) => ['runs', id] as const,
  runVersion: (id: string) => ['run-version', id] as const,
  /** The run in which the failure of this one began. */
  rootRun: (id: string) => ['root-run', id] as const,
  contents: (artifactIds: readonly string[]) => ['contents', artifactIds] as const,
  nodeOptions: ['node-options'] as const,
  tasks: ['runs', 'tasks'] as const,
  limits: ['limits'] as const,
  signals: ['signals'] as const,
  session: ['session'] as const,
};

/** Workflows, page by page; with `whole` read on to the last by itself, as a search or a choice among all of them needs. */
export function useWorkflows(whole = false) {
  const query = useInfiniteQuery({
    queryKey: keys.workflows,
    queryFn: ({ pageParam }) => listWorkflows(pageParam),
    initialPageParam: undefined as string | null | undefined,
    getNextPageParam: (page) => page.nextCursor,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (whole && hasNextPage && !isFetching && !isError) void fetchNextPage({ cancelRefetch: false });
  }, [whole, hasNextPage, isFetching, isError, fetchNextPage]);
  return query;
}

export function useWorkflow(id: string, enabled = true) {
  return useQuery({ queryKey: keys.workflow(id), queryFn: () => getWorkflow(id), enabled });
}

/** A version never changes, so it is read once. */
export function useVersion(id: string | undefined, version: number | undefined) {
  return useQuery({
    queryKey: keys.version(id ?? '', version ?? 0),
    queryFn: () => getVersion(id ?? '', version ?? 0),
    enabled: id !== undefined && version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Runs, newest first. Asked again every few seconds while the page is in view, since runs start elsewhere. */
export function useRuns(filter: RunFilter, refetchInterval = 5_000) {
  return useInfiniteQuery({
    queryKey: keys.runList(filter),
    queryFn: ({ pageParam }) => listRuns({ ...filter, cursor: pageParam }),
    initialPageParam: undefined as string | null | undefined,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval,
  });
}

/** The graph that a run executes; it never changes, so it is read once. */
export function useRunVersion(runId: string | undefined) {
  return useQuery({
    queryKey: keys.runVersion(runId ?? ''),
    queryFn: () => getRunVersion(runId ?? ''),
    enabled: runId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Who is signed in, which stays so as long as the page. */
export function useSession() {
  return useQuery({ queryKey: keys.session, queryFn: getSession, staleTime: Number.POSITIVE_INFINITY });
}

/** What nodes may name in this installation; it changes only when the service starts anew. */
export function useNodeOptions() {
  return useQuery({ queryKey: keys.nodeOptions, queryFn: getNodeOptions, staleTime: 5 * 60_000 });
}
