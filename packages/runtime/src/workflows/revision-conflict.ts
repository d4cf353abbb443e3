import { CodedError } from '@weftwork/schema';

/** What every store answers to whoever changes, publishes or runs a draft that is another one by now. */
export function revisionConflict(workflowId: string, yours: number, current: number): CodedError {
  return new CodedError(
    'REVISION_CONFLICT',
    `The draft of ${workflowId} was changed meanwhile: yours is based on revision ${yours}, the current one is ${current}. Load it again.`,
    { extra: { yourRevision: yours, currentRevision: current } },
  );
}
