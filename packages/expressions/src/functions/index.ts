import { COLLECTION_FUNCTIONS } from './collection';
import type { ExpressionFunction } from './define';
import { NUMBER_FUNCTIONS } from './number';
import { TEXT_FUNCTIONS } from './text';
import { VALUE_FUNCTIONS } from './value';

export type { ExpressionFunction } from './define';

/** Every function an expression may call, by name. A name never changes its meaning. */
export const FUNCTIONS: Readonly<Record<string, ExpressionFunction>> = Object.freeze(
  Object.assign(Object.create(null) as Record<string, ExpressionFunction>, {
    ...VALUE_FUNCTIONS,
    ...TEXT_FUNCTIONS,
    ...COLLECTION_FUNCTIONS,
    ...NUMBER_FUNCTIONS,
  }),
);
