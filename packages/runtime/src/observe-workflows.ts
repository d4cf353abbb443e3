import type { WorkflowStore } from './ports';

/** The same store, telling when what a new run would take has changed. */
export function observeWorkflows(
  store: WorkflowStore,
  changed: (workspaceId: string, workflowId: string) => void,
): WorkflowStore {
  return {
    ...store,
    async saveDraft(workspaceId, id, draft) {
      const saved = await store.saveDraft(workspaceId, id, draft);
      changed(workspaceId, id);
      return saved;
    },
    async archive(workspaceId, id) {
      const archived = await store.archive(workspaceId, id);
      changed(workspaceId, id);
      return archived;
    },
    async addVersion(workspaceId, version) {
      const added = await store.addVersion(workspaceId, version);
      changed(workspaceId, version.workflowId);
      return added;
    },
  };
}
