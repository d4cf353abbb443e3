import { mismatchError } from '../errors';
import { finite } from '../operators';
import { define, numberOf, numbersOf, textOf, wholeNumberOf } from './define';

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

export const NUMBER_FUNCTIONS = {
  sum: define('sum(list)', 'The sum of a list of numbers, 0 when empty', (list) =>
    finite(
      numbersOf(list, 'sum').reduce((total, item) => total + item, 0),
      'sum',
    ),
  ),
  min: define('min(list)', 'The smallest number of a list, null when empty', (list) => {
    const numbers = numbersOf(list, 'min');
    return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.min(a, b));
  }),
  max: define('max(list)', 'The largest number of a list, null when empty', (list) => {
    const numbers = numbersOf(list, 'max');
    return numbers.length === 0 ? null : numbers.reduce((a, b) => Math.max(a, b));
  }),
  round: define('round(n, digits = 0)', 'Rounded, a half away from zero', (n, digits) => {
    const places = digits === undefined ? 0 : wholeNumberOf(digits, 'round');
    if (Math.abs(places) > 20) throw mismatchError('round takes between -20 and 20 digits.');
    return round(numberOf(n, 'round'), places);
  }),
  abs: define('abs(n)', 'The number without its sign', (n) => Math.abs(numberOf(n, 'abs'))),
  toNumber: define('toNumber(t)', 'The number that a text holds', (t) => {
    const text = textOf(t, 'toNumber').trim();
    if (!DECIMAL.test(text)) throw mismatchError('toNumber was given a text that is no number.');
    return finite(Number(text), 'toNumber');
  }),
};

/** Moves the decimal point in the text of the number, since 1.005 * 100 is 100.49999999999999. */
function round(value: number, digits: number): number {
  const rounded = shift(Math.round(shift(Math.abs(value), digits)), -digits);
  // Too large to have digits there: nothing to round.
  if (!Number.isFinite(rounded)) return value;
  return value < 0 ? 0 - rounded : rounded;
}

function shift(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}
