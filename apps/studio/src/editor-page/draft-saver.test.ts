import { type CanvasDocument, openDocument, setGraph } from '@weftwork/editor';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/http';
import type { Workflow } from '../api/types';
import { createDraftSaver, type DraftPlace, type DraftSaver, type SaveState } from './draft-saver';
import { enterSession, isAnythingLeft, leaveSession, leftSession } from './editor-session';
import { createEditorStore, type EditorStore } from './editor-store';

const GRAPH = {
  id: 'w',
  name: 'opened',
  nodes: [{ id: 'start', type: 'start', name: 'Begin', config: {} }],
  edges: [],
};
const unreachable = () => new ApiError(0, 'UNREACHABLE', 'The server did not answer.');

/** A server that holds one draft, and a line to it that can break before or after what is sent arrives. */
class OneDraft implements DraftPlace {
  revision = 1;
  held: { graph: unknown; layout?: unknown } = { graph: GRAPH };
  line: 'whole' | 'cut' | 'answers lost' = 'whole';
  author: { savedBy?: string; savedAt?: string } = {};
  canRead = true;
  refuses: ApiError | undefined;
  private open: (() => void) | undefined;
  private gate = Promise.resolve();

  async write(revision: number, { graph, layout }: CanvasDocument) {
    await this.gate;
    if (this.line === 'cut') throw unreachable();
    if (this.refuses) throw this.refuses;
    if (revision !== this.revision) throw new ApiError(409, 'REVISION_CONFLICT', 'Somebody else saved.');
    this.held = JSON.parse(JSON.stringify({ graph, layout }));
    this.revision += 1;
    if (this.line === 'answers lost') throw unreachable();
    return { revision: this.revision };
  }

  async read() {
    if (!this.canRead) throw unreachable();
    return { ...this.held, ...this.author, revision: this.revision };
  }

  /** Answers from now on wait until `goOn`. */
  wait() {
    this.gate = new Promise((done) => {
      this.open = done;
    });
  }

  goOn() {
    this.open?.();
  }

  get name() {
    return (this.held.graph as { name: string }).name;
  }

  othersSave(name: string) {
    this.held = { graph: { ...GRAPH, name } };
    this.revision += 1;
  }
}

let server: OneDraft;
let store: EditorStore;
let saver: DraftSaver;
let stop: () => void;
const type = (name: string) => store.getState().act('rename', (now) => setGraph(now, { name }));
const shown = () => store.getState().document.graph.name;
const kind = (): SaveState['kind'] => saver.state.getState().kind;
const later = () => vi.advanceTimersByTimeAsync(6_000);

beforeEach(() => {
  vi.useFakeTimers();
  server = new OneDraft();
  store = createEditorStore(openDocument(GRAPH));
  saver = createDraftSaver(store, server, 1);
  stop = saver.watch();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

it('saves a moment after the last edit, once', async () => {
  type('a');
  type('ab');
  expect(kind()).toBe('unsaved');
  await later();
  expect([kind(), server.name, server.revision]).toEqual(['saved', 'ab', 2]);
});

it('sends what was edited while a save was under way', async () => {
  server.wait();
  type('a');
  const first = saver.save();
  type('ab');
  const second = saver.save();
  server.goOn();
  expect([await first, await second, server.name]).toEqual(['saved', 'saved', 'ab']);
});

describe('without an answer', () => {
  it('says so, tries again and heals', async () => {
    server.line = 'cut';
    type('a');
    expect(await saver.save()).toBe('failed');
    expect([kind(), saver.isUnsaved()]).toEqual(['failed', true]);
    server.line = 'whole';
    await later();
    expect([kind(), server.name, saver.isUnsaved()]).toEqual(['saved', 'a', false]);
  });

  it('finds its own save in the place of a conflict', async () => {
    server.line = 'answers lost';
    type('a');
    expect(await saver.save()).toBe('failed');
    expect(server.name).toBe('a');
    server.line = 'whole';
    await later();
    expect([kind(), server.name, server.revision]).toEqual(['saved', 'a', 2]);
  });

  it('goes on from its own save with what was edited since, or undone', async () => {
    server.line = 'answers lost';
    type('a');
    await saver.save();
    server.line = 'whole';
    type('ab');
    expect([await saver.save(), server.name]).toEqual(['saved', 'ab']);
    server.line = 'answers lost';
    type('abc');
    await saver.save();
    server.line = 'whole';
    store.getState().undo();
    expect(saver.isUnsaved()).toBe(true);
    expect([await saver.save(), server.name, saver.isUnsaved()]).toEqual(['saved', 'ab', false]);
  });

  it('does not take for its own what was refused before somebody else saved the same revision', async () => {
    server.refuses = new ApiError(
      413,
      'BODY_TOO_LARGE',
      'The body is larger than 10 MiB; send less at once.',
    );
    type('a');
    expect(await saver.save()).toBe('failed');
    server.refuses = undefined;
    server.othersSave('theirs');
    type('ab');
    expect(await saver.save()).toBe('conflict');
  });
});

describe('a conflict', () => {
  it('is told to whoever saves until it is solved, also where an undo leads back to what was opened', async () => {
    server.othersSave('theirs');
    type('mine');
    expect(await saver.save()).toBe('conflict');
    store.getState().undo();
    expect([await saver.save(), kind(), server.name]).toEqual(['conflict', 'conflict', 'theirs']);
  });

  it('names who saved theirs, and when', async () => {
    server.othersSave('theirs');
    server.author = { savedBy: 'Li Wei', savedAt: '2026-11-30T09:00:00.000Z' };
    type('mine');
    await saver.save();
    expect(saver.state.getState()).toMatchObject({ conflict: server.author });
  });

  it('is none where the other save says the same', async () => {
    server.othersSave('same');
    server.held = { ...server.held, layout: JSON.parse(JSON.stringify(store.getState().document.layout)) };
    type('same');
    expect([await saver.save(), server.revision]).toEqual(['saved', 2]);
  });

  it('is looked at again when the other draft could not be read', async () => {
    server.othersSave('theirs');
    server.canRead = false;
    type('mine');
    expect([await saver.save(), kind()]).toEqual(['failed', 'failed']);
    server.canRead = true;
    await later();
    expect(kind()).toBe('conflict');
  });

  it('ends with mine, or with theirs, which an undo takes back', async () => {
    server.othersSave('theirs');
    type('mine');
    await saver.save();
    saver.takeTheirs();
    expect([shown(), kind(), server.revision]).toEqual(['theirs', 'saved', 2]);
    store.getState().undo();
    expect(shown()).toBe('mine');
    await later();
    expect([kind(), server.name]).toEqual(['saved', 'mine']);
    server.othersSave('theirs again');
    type('mine again');
    await saver.save();
    expect([await saver.keepMine(), server.name]).toEqual(['saved', 'mine again']);
  });
});

describe('publishing and running', () => {
  /** Stores what was done, by revision; refuses another one as the server does. */
  const done: number[] = [];
  const act = async (revision: number) => {
    if (revision !== server.revision) throw new ApiError(409, 'REVISION_CONFLICT', 'Somebody else saved.');
    done.push(revision);
    return revision;
  };
  beforeEach(() => {
    done.length = 0;
  });

  it('go by the revision that was saved last', async () => {
    type('a');
    await saver.save();
    expect(await saver.withRevision(act)).toBe(2);
  });

  it('are a conflict where somebody else saved meanwhile; mine goes on although it was stored before', async () => {
    type('mine');
    await saver.save();
    server.othersSave('theirs');
    await expect(saver.withRevision(act)).rejects.toMatchObject({ code: 'REVISION_CONFLICT' });
    expect([kind(), done]).toEqual(['conflict', []]);
    expect([await saver.keepMine(), server.name]).toEqual(['saved', 'mine']);
    expect(await saver.withRevision(act)).toBe(4);
  });

  it('are none where the other save says the same', async () => {
    type('same');
    await saver.save();
    server.revision += 1;
    expect([await saver.withRevision(act), kind()]).toEqual([3, 'saved']);
  });

  it('say what else is refused', async () => {
    const archived = new ApiError(409, 'ARCHIVED', 'It is archived.');
    await expect(saver.withRevision(() => Promise.reject(archived))).rejects.toBe(archived);
    expect(kind()).toBe('saved');
  });
});

describe('a page that goes', () => {
  const session = () => ({ workflow: { id: 'w' } as Workflow, store, saver });

  it('leaves nothing when all was saved', async () => {
    type('a');
    expect([await leaveSession(session()), server.name, isAnythingLeft()]).toEqual([true, 'a', false]);
  });

  it('leaves what is not saved to be tried on, and to be opened again', async () => {
    server.line = 'cut';
    type('a');
    const left = session();
    expect([await leaveSession(left), leftSession('w')]).toEqual([false, left]);
    server.line = 'whole';
    await later();
    expect([server.name, isAnythingLeft()]).toEqual(['a', false]);
  });

  it('keeps a conflict until it is opened again', async () => {
    server.othersSave('theirs');
    type('mine');
    const left = session();
    expect(await leaveSession(left)).toBe(false);
    await later();
    expect([leftSession('w'), shown(), kind()]).toEqual([left, 'mine', 'conflict']);
    enterSession(left);
    expect(isAnythingLeft()).toBe(false);
  });
});
