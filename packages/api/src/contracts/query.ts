import { z } from 'zod';
import { storedText } from './stored-text';

/** Query values arrive as text. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));

const pageSize = (max: number, usual: number) => wholeNumber(1, max).default(usual);

export const pageQuery = { cursor: z.string().min(1).max(200).optional(), limit: pageSize(200, 50) };

export const eventLimit = pageSize(1000, 500);

export const searchText = storedText.trim().min(1).max(200);

/** `status=failed,cancelled` */
export function commaList<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).min(1));
}
