import type { ActiveRun, Command, Scope } from '@weftwork/engine';
import { nodeRunId } from '@weftwork/schema';
import { admitChild, childRefused, childWanted } from '../graph/perform-child';
import { stepOf } from '../graph/recorder';
import type { Walk } from './walk';

type StartChild = Extract<Command, { kind: 'startChild' }>;

/** The children of one run: looked up before they are admitted, asked to cancel when the run winds down. */
export class Children {
  private readonly lookups = new Set<string>();
  private readonly cancels = new Set<string>();

  constructor(private readonly walk: Walk) {}

  /** Lookups under way. */
  get pending(): number {
    return this.lookups.size;
  }

  /** Looks the child's version up and admits the child; asked again meanwhile it does nothing. */
  prepare(command: StartChild): void {
    const { host, newRun } = this.walk;
    const key = nodeRunId(command.node.id, command.scope.path, command.attempt);
    if (this.lookups.has(key)) return;
    const wanted = childWanted(this.walk.recorder, command);
    if (!wanted) {
      this.walk.pump();
      return;
    }
    this.lookups.add(key);
    void host
      .resolveChild(newRun, stepOf(command), wanted)
      .then(
        (child) => {
          if (this.isWanted(command)) admitChild(this.walk.recorder, command, child);
        },
        (thrown: unknown) => {
          if (this.isWanted(command)) childRefused(this.walk.recorder, command, thrown);
        },
      )
      .then(() => {
        this.lookups.delete(key);
        this.walk.pump();
      });
  }

  /** Asks a child to cancel, once; how it ended comes as a fact. */
  cancel(run: ActiveRun): void {
    const { host, newRun } = this.walk;
    const { childRunId } = run;
    if (childRunId === undefined || this.cancels.has(childRunId)) return;
    this.cancels.add(childRunId);
    void host.cancelChild(newRun.workspaceId, childRunId).catch((error: unknown) => {
      this.cancels.delete(childRunId);
      host.onTrouble(newRun.runId, error);
    });
  }

  /** False when the scope winds down, or when the run was read anew: then the command was given again or has gone. */
  private isWanted({ scope }: StartChild): boolean {
    return !this.walk.isOver && !scope.stopping && rootOf(scope) === this.walk.run.state.root;
  }
}

function rootOf(scope: Scope): Scope {
  let root = scope;
  while (root.loop) root = root.loop.run.scope;
  return root;
}
