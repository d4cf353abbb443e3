'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { artifactHash } from '../api/client';
import { keys } from '../api/queries';
import type { Run } from '../api/types';
import { alikeInSize, type Contents } from '../run-state/compare-runs';

/** Hashes of what the files and the stored values of two runs hold, as far as they are needed to tell them apart. */
export function useContents(a: Run, b: Run): Contents {
  const asked = useMemo(() => alikeInSize(a.nodeRuns, b.nodeRuns), [a, b]);
  const stored = useQuery({
    queryKey: keys.contents(asked),
    queryFn: () => Promise.all(asked.map(async (id) => [id, await artifactHash(id)] as const)),
    enabled: asked.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  return useMemo(() => {
    const files = [...a.artifacts, ...b.artifacts].map(
      ({ artifactId, sha256 }) => [artifactId, sha256] as const,
    );
    return new Map(
      [...files, ...(stored ?? [])].filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }, [a, b, stored]);
}
