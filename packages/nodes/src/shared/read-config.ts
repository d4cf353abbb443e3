import type { JsonObject } from '@weftwork/schema';

/** The chosen option, or the first one where the config says nothing usable. */
export function optionOf<Option extends string>(
  config: JsonObject,
  field: string,
  options: readonly [Option, ...Option[]],
): Option {
  return options.find((option) => option === config[field]) ?? options[0];
}

/** A whole number of at least `least`, or `otherwise`. */
export function wholeOf<Otherwise>(
  config: JsonObject,
  field: string,
  least: number,
  otherwise: Otherwise,
): number | Otherwise {
  const value = config[field];
  return typeof value === 'number' && Number.isInteger(value) && value >= least ? value : otherwise;
}
