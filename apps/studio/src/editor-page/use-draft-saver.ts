'use client';

import { type CanvasDocument, openDocument } from '@weftwork/editor';
import { useCallback, useEffect, useRef, useState } from 'react';
import { getWorkflow, saveDraft } from '../api/client';
import { isApiError } from '../api/http';
import type { EditorStore } from './editor-store';

/** A pause this long after the last edit saves. */
const PAUSE_MS = 900;
const RETRY_MS = 5_000;

export interface Conflict {
  readonly theirs: CanvasDocument;
  readonly theirRevision: number;
  readonly myRevision: number;
}

export type SaveState =
  | { readonly kind: 'saved'; readonly at: string | undefined }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'conflict'; readonly conflict: Conflict };

export interface DraftSaver {
  readonly state: SaveState;
  /** Saves now; true once the server holds what the editor shows. */
  readonly save: () => Promise<boolean>;
  readonly keepMine: () => Promise<boolean>;
  readonly takeTheirs: () => void;
}

/**
 * Saves the draft a moment after each edit, with the revision it was read at. When somebody else saved in between,
 * nothing is written: both documents are kept until a person chooses, and either choice can be undone.
 */
export function useDraftSaver(workflowId: string, store: EditorStore, openedRevision: number): DraftSaver {
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: undefined });
  const revision = useRef(openedRevision);
  const savedDocument = useRef(store.getState().document);
  const inFlight = useRef<Promise<boolean>>(undefined);
  const conflict = useRef<Conflict>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const again = useRef<() => void>(undefined);

  const send = useCallback(async (): Promise<boolean> => {
    const { document } = store.getState();
    if (document === savedDocument.current) return true;
    if (conflict.current) return false;
    setState({ kind: 'saving' });
    try {
      const saved = await saveDraft(workflowId, revision.current, document.graph, document.layout);
      revision.current = saved.revision;
      savedDocument.current = document;
      setState(
        store.getState().document === document
          ? { kind: 'saved', at: new Date().toISOString() }
          : { kind: 'unsaved' },
      );
      return true;
    } catch (error) {
      if (isApiError(error) && error.status === 409 && error.code !== 'ARCHIVED') {
        const { draft } = await getWorkflow(workflowId);
        conflict.current = {
          theirs: openDocument(draft.graph, draft.layout ?? undefined),
          theirRevision: draft.revision,
          myRevision: revision.current,
        };
        setState({ kind: 'conflict', conflict: conflict.current });
        return false;
      }
      setState({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
      const mayPass = isApiError(error) && (error.status === 0 || error.status >= 500);
      if (mayPass) timer.current = setTimeout(() => again.current?.(), RETRY_MS);
      return false;
    }
  }, [workflowId, store]);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    while (inFlight.current) await inFlight.current;
    inFlight.current = send();
    try {
      return await inFlight.current;
    } finally {
      inFlight.current = undefined;
    }
  }, [send]);
  again.current = () => void save();

  useEffect(() => {
    const stop = store.subscribe((now, before) => {
      if (now.document === before.document) return;
      clearTimeout(timer.current);
      if (conflict.current) return;
      if (now.document === savedDocument.current) {
        setState({ kind: 'saved', at: undefined });
        return;
      }
      setState((shown) => (shown.kind === 'unsaved' ? shown : { kind: 'unsaved' }));
      timer.current = setTimeout(() => void save(), PAUSE_MS);
    });
    const warn = (event: BeforeUnloadEvent) => {
      if (store.getState().document !== savedDocument.current) event.preventDefault();
    };
    const leave = () => {
      if (document.visibilityState === 'hidden' && !conflict.current) void save();
    };
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', leave);
    return () => {
      stop();
      clearTimeout(timer.current);
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', leave);
      // Going to another page of the studio: what is unsaved still goes out.
      if (!conflict.current) void save();
    };
  }, [store, save]);

  const keepMine = useCallback(async () => {
    if (conflict.current) revision.current = conflict.current.theirRevision;
    conflict.current = undefined;
    return save();
  }, [save]);

  const takeTheirs = useCallback(() => {
    const taken = conflict.current;
    if (!taken) return;
    conflict.current = undefined;
    revision.current = taken.theirRevision;
    store.getState().replace('takeTheirs', taken.theirs);
    savedDocument.current = store.getState().document;
    setState({ kind: 'saved', at: new Date().toISOString() });
    clearTimeout(timer.current);
  }, [store]);

  return { state, save, keepMine, takeTheirs };
}
