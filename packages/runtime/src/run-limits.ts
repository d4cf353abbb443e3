import type { RunLimit, RunStore } from './ports';

/**
 * The limits on running runs as this process knows them: read at its start, then with every sweep, so that one set by
 * another process is known within a second. Where none applies a new run is walked at once; what they hold is decided
 * by the store, which grants the slots.
 */
export class RunLimits {
  private readonly scopes = new Set<string>();

  constructor(private readonly runs: Pick<RunStore, 'readLimits'>) {}

  async refresh(): Promise<void> {
    const limits = await this.runs.readLimits();
    this.scopes.clear();
    for (const limit of limits) this.scopes.add(scopeOf(limit));
  }

  /** Whether any limit is set anywhere. */
  get areSet(): boolean {
    return this.scopes.size > 0;
  }

  apply({ workspaceId, workflowId }: Pick<RunLimit, 'workspaceId'> & { workflowId: string }): boolean {
    if (this.scopes.size === 0) return false;
    return this.scopes.has(scopeOf({ workspaceId })) || this.scopes.has(scopeOf({ workspaceId, workflowId }));
  }
}

function scopeOf({ workspaceId, workflowId = '' }: Pick<RunLimit, 'workspaceId' | 'workflowId'>): string {
  return `${workspaceId}\n${workflowId}`;
}
