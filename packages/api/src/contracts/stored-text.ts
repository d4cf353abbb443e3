import { z } from 'zod';

/** A text that the store keeps as it is: its columns take no U+0000 and would change half of a surrogate pair. */
export const storedText = z
  .string()
  .refine((text) => !text.includes('\0'), 'must not hold U+0000')
  .refine((text) => text.isWellFormed(), 'must not hold half of a surrogate pair');
