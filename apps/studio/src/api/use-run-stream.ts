'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { foldEvents, type RunView, viewOf } from '../run-state/run-view';
import { getRun, listEvents } from './client';
import { API_ROOT, ApiError, isApiError } from './http';
import { inBunches } from './in-bunches';
import { keys } from './queries';
import { type Connection, type RunFeed, startRunFeed, type Visibility } from './run-feed';
import { createTabShare } from './tab-share';
import type { EventEnvelope } from './types';

export interface RunStream {
  /** Undefined until the first snapshot has come. */
  readonly view: RunView | undefined;
  /** Events since the first snapshot, in order; earlier ones are read by `useRunLog`. */
  readonly events: readonly EventEnvelope[];
  readonly connection: Connection;
  readonly error: ApiError | undefined;
  readonly retryNow: () => void;
}

const pageVisibility: Visibility = {
  isVisible: () => document.visibilityState !== 'hidden',
  onChange(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};

async function openStream(runId: string, after: number, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`${API_ROOT}/runs/${encodeURIComponent(runId)}/events`, {
    headers: { accept: 'text/event-stream', 'last-event-id': String(after) },
    credentials: 'same-origin',
    cache: 'no-store',
    signal,
  });
  if (!response.ok) throw new ApiError(response.status, `HTTP_${response.status}`, 'The stream was refused.');
  return response;
}

/** What a person is asked, and no longer asked, stands in the inbox as well. */
const changesTasks = ({ type }: EventEnvelope) =>
  type.startsWith('gate.') || type === 'node.unknown' || type === 'node.settled';

/** Events are drawn this often; a run may tell hundreds a second, and each drawing holds up who types. */
const DRAWN_EVERY_MS = 50;

const START: Omit<RunStream, 'retryNow'> = {
  view: undefined,
  events: [],
  connection: { state: 'connecting' },
  error: undefined,
};

/** The live run: snapshot, then events as they are stored, over one stream shared by all tabs of the browser. */
export function useRunStream(runId: string | undefined): RunStream {
  const cache = useQueryClient();
  const [state, setState] = useState(START);
  const feed = useRef<RunFeed>(undefined);
  useEffect(() => {
    setState(START);
    if (runId === undefined) return;
    const told = inBunches<EventEnvelope>(DRAWN_EVERY_MS, (events) =>
      setState((now) => ({
        ...now,
        view: now.view && foldEvents(now.view, events),
        events: [...now.events, ...events],
      })),
    );
    const started = startRunFeed(
      {
        fetchRun: (signal) => getRun(runId, signal),
        fetchEvents: (after) => listEvents(runId, after),
        openStream: (after, signal) => openStream(runId, after, signal),
      },
      createTabShare(runId),
      pageVisibility,
      {
        onSnapshot(run) {
          told.flush();
          cache.setQueryData(keys.run(runId), run);
          setState((now) => ({ ...now, view: viewOf(run), error: undefined }));
        },
        onEvents(events) {
          if (events.some(changesTasks)) void cache.invalidateQueries({ queryKey: keys.tasks });
          told.add(events);
        },
        onConnection: (connection) => setState((now) => ({ ...now, connection })),
        onError(error) {
          if (isApiError(error) && error.status === 401) location.assign('/sign-in');
          setState((now) => ({
            ...now,
            error: isApiError(error) ? error : new ApiError(0, 'UNREACHABLE', String(error)),
          }));
        },
      },
    );
    feed.current = started;
    addEventListener('online', started.renew);
    return () => {
      removeEventListener('online', started.renew);
      started.stop();
      told.stop();
    };
  }, [runId, cache]);
  const retryNow = useCallback(() => feed.current?.retryNow(), []);
  return { ...state, retryNow };
}
