import { CodedError, type JsonObject, type RunError } from '@weftwork/schema';
import { validateAgainst } from '../validation/user-schema';
import type { Recorder } from './recorder';
import { valuesOf } from './run-values';

/** The data of all outputs that ran, merged in node order; checked against `outputSchema` once, here. */
export function completeRun(recorder: Recorder): void {
  const { run } = recorder;
  const { plan } = run.version;
  const values = valuesOf(run.state.root);
  const ran = plan.outputs
    .map((node) => values.data[node.slot])
    .filter((data) => data != null) as JsonObject[];
  const output: JsonObject = ran.length === 1 ? ran[0]! : Object.assign({}, ...ran);
  if (ran.length === 0) {
    run.warnings.push({
      code: 'NO_OUTPUT',
      message: 'No output node ran, so the output of the run is empty.',
    });
  }
  const errors = validateAgainst(plan.graph.outputSchema, output);
  if (errors.length > 0) {
    const { path, message } = errors[0]!;
    const error = new CodedError(
      'OUTPUT_INVALID',
      `The output does not fit outputSchema at "${path}": ${message}`,
    );
    failRun(recorder, { code: error.code, message: error.message });
    return;
  }
  const warnings = run.warnings.length > 0 ? { warnings: run.warnings } : {};
  recorder.admitRun('run.completed', { output, ...warnings });
  end(recorder, { status: 'completed', output });
}

export function failRun(recorder: Recorder, error: RunError): void {
  recorder.admitRun('run.failed', { error });
  end(recorder, { status: 'failed', error });
}

export function cancelRun(recorder: Recorder): void {
  recorder.admitRun('run.cancelled', {});
  end(recorder, { status: 'cancelled' });
}

function end(
  recorder: Recorder,
  transition: { status: 'completed' | 'failed' | 'cancelled'; output?: JsonObject; error?: RunError },
): void {
  recorder.journal.transition = { ...transition, warnings: recorder.run.warnings };
  recorder.journal.release = true;
}
