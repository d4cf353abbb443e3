import type { ActiveRun } from '@weftwork/engine';
import type { Attempt, AttemptEnd } from '../walker/attempt';
import { failureOf, recordFailure } from './failure';
import { type Recorder, stepOf } from './recorder';

/** Records how an attempt ended: facts, whatever the run has become meanwhile. */
export function recordAttemptEnd(
  recorder: Recorder,
  run: ActiveRun,
  attempt: Attempt,
  end: AttemptEnd,
): void {
  const place = recorder.placeOf(run);
  const step = stepOf(place);
  const { journal } = recorder;
  for (const { level, text } of attempt.logs) recorder.factNode(place, 'node.log', { level, text });
  for (const { artifact, sha256, bytes } of attempt.artifacts) {
    const { artifactId, name, mimeType } = artifact;
    journal.artifacts.push({ ...step, artifactId, name, mimeType, sha256, bytes });
    recorder.factNode(place, 'artifact.created', { artifact });
  }
  if (end.kind === 'unknown') {
    journal.unknowns.push(step);
    const { error } = failureOf(place, new Error(end.message));
    recorder.factNode(place, 'node.unknown', {
      error: { ...error, code: 'OUTCOME_UNKNOWN', message: end.message },
    });
    return;
  }
  journal.responses.push(step);
  switch (end.kind) {
    case 'completed': {
      const { data, messages, artifacts, metadata, warnings } = end.result;
      recorder.completed(place, 'fact', data, {
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
      recordFailure(recorder, place, failureOf(place, end.thrown), 'fact', { retry: true });
      break;
    case 'cancelled':
      recorder.factNode(place, 'node.cancelled', {});
      break;
  }
}
