'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { listEvents } from '../api/client';
import type { EventEnvelope } from '../api/types';

const PAGE = 500;
/** Read by itself up to here; the rest of a very long log on demand. */
const EAGER_PAGES = 6;

/** The whole log of a run: what was stored before the page opened, and what came since. */
export function useRunLog(runId: string, live: readonly EventEnvelope[], upTo: number | undefined) {
  const query = useInfiniteQuery({
    queryKey: ['run-log', runId],
    queryFn: ({ pageParam }) => listEvents(runId, pageParam, PAGE),
    initialPageParam: 0,
    getNextPageParam: (page) => nextCursor(page),
    enabled: upTo !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const pages = query.data?.pages.length ?? 0;
  const { hasNextPage, isFetching, fetchNextPage, refetch, data } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && pages < EAGER_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetching, pages, fetchNextPage]);
  const events = useMemo(() => join(data?.pages.flatMap((page) => page.items) ?? [], live), [data, live]);
  const last = events.at(-1)?.seq ?? 0;
  // A snapshot after a gap runs ahead of both parts: read the log again.
  const behind = upTo !== undefined && !hasNextPage && !isFetching && data !== undefined && last < upTo;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return { events, hasMore: hasNextPage, loadMore: () => void fetchNextPage() };
}

function nextCursor(page: {
  items: readonly EventEnvelope[];
  nextCursor: string | null;
}): number | undefined {
  return page.nextCursor === null ? undefined : page.items.at(-1)?.seq;
}

/** Both parts in order, each seq once; live events that do not follow on are left out until the gap is read. */
function join(stored: readonly EventEnvelope[], live: readonly EventEnvelope[]): EventEnvelope[] {
  const all = [...stored];
  for (const event of live) {
    const last = all.at(-1)?.seq ?? 0;
    if (event.seq === last + 1) all.push(event);
  }
  return all;
}
