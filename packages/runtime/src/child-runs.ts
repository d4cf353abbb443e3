import { CodedError, isCodedError } from '@weftwork/schema';
import type { ChildWanted } from './graph/perform-child';
import { fitInput, newRunOf } from './new-run';
import type { Clock, NewRun, StepKey } from './ports';
import type { TraceContext } from './trace-context';
import type { VersionCatalogue } from './version-catalogue';

/** Deeper nesting is taken for a workflow that calls itself. */
export const MAX_DEPTH = 10;

/** The depth of a run that one of this depth asks for. Throws `SUBWORKFLOW_DEPTH`. */
export function depthBelow(depth: number, workflowId: string): number {
  if (depth < MAX_DEPTH) return depth + 1;
  throw new CodedError(
    'SUBWORKFLOW_DEPTH',
    `Sub-workflows may be nested ${MAX_DEPTH} deep; ${workflowId} would lie deeper. Does a workflow call itself?`,
  );
}

/** Finds the version a `subworkflow` node asks for and checks what it passes on. */
export function createChildResolver(catalogue: VersionCatalogue, clock: Clock, trace: TraceContext) {
  return async (parent: NewRun, step: StepKey, wanted: ChildWanted): Promise<NewRun> => {
    const depth = depthBelow(parent.depth, wanted.workflowId);
    const { workspaceId } = parent;
    const found =
      wanted.version === undefined
        ? catalogue.latestOf(workspaceId, wanted.workflowId)
        : catalogue.numbered(workspaceId, wanted.workflowId, wanted.version);
    const version = await Promise.resolve(found).catch((cause: unknown) => {
      // The store being away says nothing about the child.
      if (isCodedError(cause) && cause.kind === 'transient') throw cause;
      throw new CodedError(
        'SUBWORKFLOW_NOT_FOUND',
        `The sub-workflow ${wanted.workflowId} cannot be started: ${text(cause)}`,
        { cause, extra: { field: '/config/workflowId' } },
      );
    });
    const { input, errors } = fitInput(version, wanted.input);
    if (errors.length > 0) {
      const { path, message } = errors[0]!;
      throw new CodedError('INVALID_INPUT', `The input does not fit the sub-workflow: ${path} ${message}`, {
        errors,
        extra: { field: `/config/input${path}` },
      });
    }
    return newRunOf(version, clock.now(), {
      workspaceId,
      input,
      createdBy: parent.createdBy,
      parent: { runId: parent.runId, ...step },
      depth,
      ...(parent.priority ? { priority: parent.priority } : {}),
      origin: trace.ofChild(parent, parent.origin ?? {}, step),
    });
  };
}

function text(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
