import type { ActiveRun } from '@weftwork/engine';
import { CodedError } from '@weftwork/schema';
import type { Attempt, AttemptEnd } from '../walker/attempt';
import { failureOf, recordFailure } from './failure';
import { type Recorder, type Standing, stepOf } from './recorder';
import { assertBoundedDepth } from './written-value';

/** Records how an attempt ended: facts, whatever the run has become meanwhile, where its start is durable. */
export function recordAttemptEnd(
  recorder: Recorder,
  run: ActiveRun,
  { attempt, end: ended }: { readonly attempt: Attempt; readonly end: AttemptEnd },
  as: Standing,
): void {
  const end = storable(ended);
  const step = stepOf(run);
  const { journal } = recorder;
  for (const { level, text } of attempt.logs) recorder.writeNode(as, run, 'node.log', { level, text });
  for (const { artifact, sha256, bytes } of attempt.artifacts) {
    const { artifactId, name, mimeType } = artifact;
    journal.artifacts[as].push({ ...step, artifactId, name, mimeType, sha256, bytes });
    recorder.writeNode(as, run, 'artifact.created', { artifact });
  }
  if (end.kind === 'unknown') {
    recordUnknown(recorder, run, end.message);
    return;
  }
  recorder.respond(run);
  switch (end.kind) {
    case 'completed': {
      const { data, messages, artifacts, metadata, warnings } = end.result;
      recorder.completed(run, as, data, {
        ...(messages.length > 0 ? { messages: [...messages] } : {}),
        ...(artifacts.length > 0 ? { artifacts: [...artifacts] } : {}),
        ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
        ...(warnings.length > 0
          ? { warnings: warnings.map((warning) => ({ nodeId: run.node.id, ...warning })) }
          : {}),
      });
      break;
    }
    case 'failed':
      recordFailure(recorder, run, failureOf(run, end.thrown), as, { retry: true });
      break;
    case 'cancelled':
      recorder.writeNode(as, run, 'node.cancelled', {});
      break;
  }
}

/** A result that cannot be written down is the node's failure, and no other attempt would mend it. */
function storable(end: AttemptEnd): AttemptEnd {
  if (end.kind !== 'completed') return end;
  try {
    assertBoundedDepth(end.result.data);
    return end;
  } catch (thrown) {
    return { kind: 'failed', thrown };
  }
}

/** Nobody knows whether the call was done: a fact, until a person settles it. */
export function recordUnknown(recorder: Recorder, run: ActiveRun, message: string): void {
  const { error } = failureOf(run, new CodedError('OUTCOME_UNKNOWN', message));
  recorder.journal.unknowns.push(stepOf(run));
  recorder.factNode(run, 'node.unknown', { error });
}
