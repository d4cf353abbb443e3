import { CodedError, type JsonObject, type RunError } from '@weftwork/schema';
import type { Transition } from '../ports';
import { validateAgainst } from '../validation/user-schema';
import type { Recorder } from './recorder';
import { valuesOf } from './run-values';
import { spill } from './spill';

/** The data of all outputs that ran, merged in node order; checked against `outputSchema` once, here. */
export function completeRun(recorder: Recorder): void {
  const { run } = recorder;
  const { plan } = run.version;
  const values = valuesOf(run.state.root);
  const ran = plan.outputs.filter((node) => values.data[node.slot] != null);
  const data = ran.map((node) => values.data[node.slot] as JsonObject);
  const output: JsonObject = data.length === 1 ? data[0]! : Object.assign({}, ...data);
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
  const large = spill(output, JSON.stringify(output));
  const told = large ? { output: large.output, spilled: large.spilled } : { output };
  if (large) recorder.keep('admit', { scope: run.state.root, node: ran[0]!, attempt: 1 }, large.values);
  recorder.admitRun('run.completed', { ...told, ...warnings });
  end(recorder, { status: 'completed', ...told });
}

export function failRun(recorder: Recorder, error: RunError): void {
  recorder.admitRun('run.failed', { error });
  end(recorder, { status: 'failed', error });
}

export function cancelRun(recorder: Recorder): void {
  recorder.admitRun('run.cancelled', {});
  end(recorder, { status: 'cancelled' });
}

function end(recorder: Recorder, transition: Transition): void {
  recorder.journal.transition = { ...transition, warnings: recorder.run.warnings };
  recorder.journal.release = true;
}
