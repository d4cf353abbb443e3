import { compileTemplateValue, inField } from '@weftwork/expressions';
import type { PureEvaluator } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';

/** Evaluates `config.value`: what `output` and `transform` do. */
export const valueEvaluator: PureEvaluator = {
  prepare(node) {
    const evaluate = inField(['config', 'value'], compileTemplateValue(node.config.value ?? {}));
    // The config schema asks for an object by name, and evaluating keeps its shape.
    return (input) => ({ data: evaluate(input.scope) as JsonObject });
  },
};
