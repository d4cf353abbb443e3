'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { listEvents } from '../api/client';
import type { EventEnvelope } from '../api/types';

const PAGE = 500;
/** Read by itself up to here; what came before in a very long log is read on demand. */
const EAGER_PAGES = 4;

export interface RunLog {
  /** In order and without a gap, up to the newest. */
  readonly events: readonly EventEnvelope[];
  /** Earlier ones were not read yet. */
  readonly hasMore: boolean;
  readonly loadMore: () => void;
}

/** The log of a run, read from its end backwards, and what came since the page opened. */
export function useRunLog(runId: string, live: readonly EventEnvelope[], upTo: number | undefined): RunLog {
  const [last, setLast] = useState<number>();
  const base = last ?? upTo;
  const query = useInfiniteQuery({
    queryKey: ['run-log', runId, base],
    queryFn: ({ pageParam: end }) => {
      const after = Math.max(0, end - PAGE);
      return end === 0 ? { items: [], nextCursor: null } : listEvents(runId, after, end - after);
    },
    initialPageParam: base ?? 0,
    getNextPageParam: (_page, _pages, end) => (end > PAGE ? end - PAGE : undefined),
    enabled: base !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { hasNextPage, isFetching, fetchNextPage, data } = query;
  useEffect(() => {
    // The first end stays: what comes later comes over the stream.
    if (last === undefined && upTo !== undefined) setLast(upTo);
  }, [last, upTo]);
  const pages = data?.pages.length ?? 0;
  useEffect(() => {
    if (hasNextPage && !isFetching && pages < EAGER_PAGES) void fetchNextPage();
  }, [hasNextPage, isFetching, pages, fetchNextPage]);
  const events = useMemo(
    () =>
      join(
        [...(data?.pages ?? [])].reverse().flatMap((page) => page.items),
        live,
      ),
    [data, live],
  );
  // A snapshot after a gap runs ahead of both parts: read the log again from there.
  const newest = events.at(-1)?.seq ?? 0;
  const behind = upTo !== undefined && !isFetching && data !== undefined && newest < upTo;
  useEffect(() => {
    if (behind) setLast(upTo);
  }, [behind, upTo]);
  return { events, hasMore: hasNextPage, loadMore: () => void fetchNextPage() };
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
