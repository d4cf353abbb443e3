import { CodedError, isCodedError, jsonPointer } from '@weftwork/schema';
import type { Evaluate } from './scope';

/** `evaluate`, with errors that say in which field of the node it stands, by a JSON Pointer in `extra.field`. */
export function inField<Value>(path: readonly PropertyKey[], evaluate: Evaluate<Value>): Evaluate<Value> {
  const field = jsonPointer(path);
  return (scope) => {
    try {
      return evaluate(scope);
    } catch (thrown) {
      throw isCodedError(thrown) ? placed(thrown, field) : thrown;
    }
  };
}

function placed(error: CodedError, field: string): CodedError {
  const { code, message, errors, extra } = error;
  return new CodedError(code, message, { cause: error, errors, extra: { ...extra, field } });
}
