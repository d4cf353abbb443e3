import type { PureEvaluator } from '@weftwork/runtime';

/** Yields the run's input, which the runtime has filled with the defaults of `inputSchema`. */
export const startEvaluator: PureEvaluator = {
  prepare: () => (input) => ({ data: input.scope.inputs }),
};
