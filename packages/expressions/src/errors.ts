import { CodedError, type JsonValue } from '@weftwork/schema';

/** The text is not in the language. `position` counts UTF-16 units from the start of the text. */
export function syntaxError(message: string, position: number): CodedError {
  return new CodedError('EXPRESSION_SYNTAX', message, { extra: { position } });
}

/** The text is well formed, but names something an expression may not reach. */
export function forbiddenError(message: string, position?: number): CodedError {
  return new CodedError(
    'EXPRESSION_FORBIDDEN',
    message,
    position === undefined ? {} : { extra: { position } },
  );
}

export function mismatchError(message: string): CodedError {
  return new CodedError('EXPRESSION_TYPE_MISMATCH', message);
}

/** The same error, its position counted from the start of the text that surrounds the expression. */
export function shiftPosition(error: CodedError, offset: number): CodedError {
  const position = error.extra.position;
  if (typeof position !== 'number' || offset === 0) return error;
  return new CodedError(error.code, error.message, {
    cause: error,
    extra: { ...error.extra, position: position + offset },
  });
}

/** What a value is called in messages. Never the value itself: it may be private. */
export function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'a text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'a boolean';
    default:
      return 'an object';
  }
}
