import type { ActiveRun, Command, Scope } from '@weftwork/engine';
import { isCodedError, nodeRunId } from '@weftwork/schema';
import { admitChild, childRefused, childWanted } from '../graph/perform-child';
import { stepOf } from '../graph/recorder';
import type { Walk } from './walk';

type StartChild = Extract<Command, { kind: 'startChild' }>;

/** The children of one run: looked up before they are admitted, asked to cancel when the run winds down. */
export class Children {
  private readonly lookups = new Set<string>();
  private readonly answers: { readonly command: StartChild; readonly record: () => void }[] = [];
  private readonly cancels = new Set<string>();

  constructor(private readonly walk: Walk) {}

  /** Lookups under way, or answered and not recorded. */
  get pending(): number {
    return this.lookups.size + this.answers.length;
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
    const answer = (record: () => void) => {
      this.lookups.delete(key);
      this.answers.push({ command, record });
      this.walk.pump();
    };
    host.resolveChild({ ...newRun, origin: this.walk.run.origin }, stepOf(command), wanted).then(
      (child) => answer(() => admitChild(this.walk.recorder, command, child)),
      (thrown: unknown) => {
        if (isCodedError(thrown) && thrown.kind === 'transient') this.giveUp(thrown);
        else answer(() => childRefused(this.walk.recorder, command, thrown));
      },
    );
  }

  /** The store being away is no fault of the run: a claim looks the child up again. */
  private giveUp(cause: unknown): void {
    if (this.walk.isOver) return;
    this.walk.host.onTrouble(this.walk.newRun.runId, cause);
    this.walk.abandon();
  }

  /** Records the lookups that were answered since the walker last looked. */
  record(): void {
    for (const { command, record } of this.answers.splice(0)) if (this.isWanted(command)) record();
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
    return !scope.stopping && rootOf(scope) === this.walk.run.state.root;
  }
}

function rootOf(scope: Scope): Scope {
  let root = scope;
  while (root.loop) root = root.loop.run.scope;
  return root;
}
