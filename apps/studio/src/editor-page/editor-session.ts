import { openDocument } from '@weftwork/editor';
import { getWorkflow, saveDraft } from '../api/client';
import type { Workflow } from '../api/types';
import { createDraftSaver, type DraftSaver } from './draft-saver';
import { createEditorStore, type EditorStore } from './editor-store';

/** One workflow under the hand: its document with all its steps, and what takes it to the server. */
export interface EditorSession {
  readonly workflow: Workflow;
  readonly store: EditorStore;
  readonly saver: DraftSaver;
}

export function openSession(workflow: Workflow): EditorSession {
  const { id, draft } = workflow;
  const store = createEditorStore(openDocument(draft.graph, draft.layout ?? undefined));
  const saver = createDraftSaver(
    store,
    {
      write: (revision, { graph, layout }) => saveDraft(id, revision, graph, layout),
      read: async () => (await getWorkflow(id)).draft,
    },
    draft.revision,
  );
  return { workflow, store, saver };
}

/** Sessions whose page went before all was saved. They stay in this tab until it is, or until they are opened again. */
const left = new Map<string, EditorSession>();

export function leftSession(workflowId: string): EditorSession | undefined {
  return left.get(workflowId);
}

/** Takes a session up again, or for the first time. */
export function enterSession({ workflow }: EditorSession): void {
  left.delete(workflow.id);
}

/** Saves what a page leaves behind, and keeps it until that is done; false when it is not done at once. */
export async function leaveSession(session: EditorSession): Promise<boolean> {
  const { saver, workflow } = session;
  left.set(workflow.id, session);
  const drop = () => {
    if (left.get(workflow.id) === session && !saver.isUnsaved()) left.delete(workflow.id);
  };
  const stop = saver.state.subscribe(({ kind }) => {
    if (kind !== 'saved') return;
    stop();
    drop();
  });
  const outcome = await saver.save();
  drop();
  return outcome === 'saved' || left.get(workflow.id) !== session;
}

export function isAnythingLeft(): boolean {
  return left.size > 0;
}
