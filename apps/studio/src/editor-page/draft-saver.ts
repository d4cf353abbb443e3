import { type CanvasDocument, openDocument } from '@weftwork/editor';
import { canonicalJson, type JsonValue } from '@weftwork/schema';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { isApiError } from '../api/http';
import type { EditorStore } from './editor-store';

/*
 * Takes the draft to the server a moment after each edit. It lives beside the document, not in a page: what is not
 * saved when the page goes is still tried.
 */

/** A pause this long after the last edit saves. */
const PAUSE_MS = 900;
const RETRY_MS = 5_000;

export interface StoredDraft {
  readonly graph: unknown;
  readonly layout?: unknown;
  readonly revision: number;
  readonly savedBy?: string;
  readonly savedAt?: string;
}

/** Where drafts are stored; writing with a revision that is not the newest is refused with status 409. */
export interface DraftPlace {
  write(revision: number, document: CanvasDocument): Promise<{ readonly revision: number }>;
  read(): Promise<StoredDraft>;
}

export interface Conflict {
  readonly theirs: CanvasDocument;
  readonly theirRevision: number;
  /** Who saved theirs, and when, where that is known. */
  readonly savedBy?: string | undefined;
  readonly savedAt?: string | undefined;
  readonly myRevision: number;
}

export type SaveState =
  | { readonly kind: 'saved'; readonly at: string | undefined }
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'conflict'; readonly conflict: Conflict };

/** `saved`: the server holds what the editor shows. */
export type SaveOutcome = 'saved' | 'conflict' | 'failed';

export interface DraftSaver {
  readonly state: StoreApi<SaveState>;
  /** Whether something would be lost with this tab. */
  isUnsaved(): boolean;
  /** Saves after edits, until the answered function is called. */
  watch(): () => void;
  /** Saves now. Never throws. */
  save(): Promise<SaveOutcome>;
  /**
   * Has the stored draft published or run, by the revision that is shown here. When somebody else saved meanwhile, that
   * is refused, and a conflict as it is in saving.
   */
  withRevision<Answer>(act: (revision: number) => Promise<Answer>): Promise<Answer>;
  keepMine(): Promise<SaveOutcome>;
  takeTheirs(): void;
}

/**
 * Saves with the revision that was read last. When somebody else saved in between, nothing is written: both documents
 * are kept until a person chooses, and either choice can be undone. A save of one's own whose answer got lost is no
 * conflict.
 */
export function createDraftSaver(store: EditorStore, place: DraftPlace, openedRevision: number): DraftSaver {
  const state = createStore<SaveState>(() => ({ kind: 'saved', at: undefined }));
  const shown = () => store.getState().document;
  let revision = openedRevision;
  let saved = shown();
  /** Sent without an answer: each of them may have arrived. */
  let unanswered: readonly CanvasDocument[] = [];
  let conflict: Conflict | undefined;
  let inFlight: Promise<SaveOutcome> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (next: SaveState) => state.setState(next, true);
  const isUnsaved = () => shown() !== saved || unanswered.length > 0;

  const adopt = (document: CanvasDocument, itsRevision: number) => {
    revision = itsRevision;
    saved = document;
    unanswered = [];
    tell(isUnsaved() ? { kind: 'unsaved' } : { kind: 'saved', at: new Date().toISOString() });
  };

  const write = async (): Promise<SaveOutcome> => {
    const document = shown();
    if (conflict) return 'conflict';
    if (!isUnsaved()) return 'saved';
    tell({ kind: 'saving' });
    unanswered = [...unanswered.filter((each) => each !== document), document];
    try {
      adopt(document, (await place.write(revision, document)).revision);
      return 'saved';
    } catch (error) {
      if (!mayHaveArrived(error)) unanswered = unanswered.filter((each) => each !== document);
      if (!isConflict(error)) throw error;
      return meet(document);
    }
  };

  /** Looks at what somebody saved meanwhile: this very editor, perhaps. */
  const meet = async (refused: CanvasDocument): Promise<SaveOutcome> => {
    const { graph, layout, revision: theirRevision, savedBy, savedAt } = await place.read();
    const theirs = openDocument(graph, layout ?? undefined);
    const own = [...unanswered, refused].find((document) => isSame(document, theirs));
    if (own) {
      adopt(own, theirRevision);
      return write();
    }
    conflict = { theirs, theirRevision, savedBy, savedAt, myRevision: revision };
    tell({ kind: 'conflict', conflict });
    return 'conflict';
  };

  const attempt = async (): Promise<SaveOutcome> => {
    try {
      return await write();
    } catch (error) {
      tell({ kind: 'failed', error });
      if (mayPass(error)) timer = setTimeout(() => void save(), RETRY_MS);
      return 'failed';
    }
  };

  const save = async (): Promise<SaveOutcome> => {
    clearTimeout(timer);
    while (inFlight) await inFlight;
    inFlight = attempt();
    try {
      return await inFlight;
    } finally {
      inFlight = undefined;
    }
  };

  return {
    state,
    isUnsaved,
    save,
    watch: () =>
      store.subscribe((now, before) => {
        if (now.document === before.document) return;
        clearTimeout(timer);
        if (conflict) return;
        if (!isUnsaved()) {
          tell({ kind: 'saved', at: undefined });
          return;
        }
        if (state.getState().kind !== 'unsaved') tell({ kind: 'unsaved' });
        timer = setTimeout(() => void save(), PAUSE_MS);
      }),
    async withRevision(act) {
      while (inFlight) await inFlight;
      try {
        return await act(revision);
      } catch (error) {
        if (!(isApiError(error) && error.code === 'REVISION_CONFLICT')) throw error;
        if ((await meet(shown())) !== 'saved') throw error;
        return act(revision);
      }
    },
    keepMine() {
      if (conflict) {
        revision = conflict.theirRevision;
        // What is shown here was stored once, perhaps; by now it is theirs that is.
        saved = conflict.theirs;
      }
      conflict = undefined;
      return save();
    },
    takeTheirs() {
      if (!conflict) return;
      const { theirs, theirRevision } = conflict;
      conflict = undefined;
      clearTimeout(timer);
      store.getState().replace('takeTheirs', theirs);
      clearTimeout(timer);
      adopt(shown(), theirRevision);
    },
  };
}

const isConflict = (error: unknown) => isApiError(error) && error.status === 409 && error.code !== 'ARCHIVED';

/** Without an answer nobody knows what became of a request. */
const mayHaveArrived = (error: unknown) => !isApiError(error) || error.status === 0 || error.status >= 500;

const mayPass = (error: unknown) =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

function isSame(a: CanvasDocument, b: CanvasDocument): boolean {
  return asStored(a) === asStored(b);
}

/** As it reads once it was stored: defaults written out, undefined members gone, keys in one order. */
function asStored({ graph, layout }: CanvasDocument): string {
  return canonicalJson(plain(openDocument(plain(graph), plain(layout))));
}

const plain = (value: object) => JSON.parse(JSON.stringify(value)) as JsonValue;
