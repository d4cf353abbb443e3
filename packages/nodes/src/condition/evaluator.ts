import { compileCondition, inField } from '@weftwork/expressions';
import type { PureEvaluator, PureOutcome } from '@weftwork/runtime';
import type { ConditionConfig } from './definition';

/** The first case whose rule holds. Outcomes are made once and shared: they are to be read, not changed. */
export const conditionEvaluator: PureEvaluator = {
  prepare(node) {
    const { cases } = node.config as ConditionConfig;
    const rules = cases.map((item, index) =>
      inField(['config', 'cases', index, 'when'], compileCondition(item.when)),
    );
    const outcomes = cases.map((item) => outcomeOf(item.id));
    const otherwise = outcomeOf('else');
    return ({ scope }) => {
      for (let index = 0; index < rules.length; index++) {
        if (rules[index]!(scope)) return outcomes[index]!;
      }
      return otherwise;
    };
  },
};

function outcomeOf(id: string): PureOutcome {
  return Object.freeze({ data: Object.freeze({ case: id }), handle: id });
}
