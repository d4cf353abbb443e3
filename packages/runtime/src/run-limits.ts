import type { RunLimit, RunStore } from './ports';

/**
 * The limits on running runs as this process knows them: read at its start, then with every sweep, so that one set by
 * another process is known within a second. Where none applies a new run is walked at once; what they hold is decided
 * by the store, which grants the slots.
 */
export class RunLimits {
  /** Absent before the first read: then any limit may be set. */
  private scopes: ReadonlySet<string> | undefined;

  constructor(private readonly runs: Pick<RunStore, 'readLimits'>) {}

  async refresh(): Promise<void> {
    this.scopes = new Set((await this.runs.readLimits()).map(scopeOf));
  }

  /** Whether any limit is set anywhere. */
  get areSet(): boolean {
    return this.scopes === undefined || this.scopes.size > 0;
  }

  apply({ workspaceId, workflowId }: Pick<RunLimit, 'workspaceId'> & { workflowId: string }): boolean {
    if (this.scopes === undefined) return true;
    if (this.scopes.size === 0) return false;
    return this.scopes.has(scopeOf({ workspaceId })) || this.scopes.has(scopeOf({ workspaceId, workflowId }));
  }
}

function scopeOf({ workspaceId, workflowId = '' }: Pick<RunLimit, 'workspaceId' | 'workflowId'>): string {
  return `${workspaceId}\n${workflowId}`;
}
