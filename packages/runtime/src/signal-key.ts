import { CodedError, type JsonValue } from '@weftwork/schema';

/** Keys are looked up in an index, which holds short texts. */
const MAX_SIGNAL_KEY = 256;

/** What a signal's key was evaluated to, as the text that is compared. Throws when it names no occurrence. */
export function signalKeyOf(key: JsonValue | undefined): string {
  if (typeof key === 'number' || typeof key === 'boolean') return String(key);
  if (typeof key !== 'string' || key === '')
    throw new CodedError(
      'EXPRESSION_TYPE_MISMATCH',
      'The key of a signal must be a text or a number, and must not be empty: it says which occurrence is meant.',
    );
  if (key.length > MAX_SIGNAL_KEY)
    throw new CodedError('VALUE_TOO_LARGE', `The key of a signal may have ${MAX_SIGNAL_KEY} letters.`);
  // The store would refuse the one and change the other, so that another key could fit.
  if (key.includes('\0') || !key.isWellFormed())
    throw new CodedError(
      'EXPRESSION_TYPE_MISMATCH',
      'The key of a signal must not hold U+0000 or half of a surrogate pair.',
    );
  return key;
}
