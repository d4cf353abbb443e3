import type { PureEvaluator, PureInput } from '@weftwork/runtime';
import type { JsonObject, JsonValue, NodeType, WorkflowNode } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { conditionEvaluator } from './condition/evaluator';
import { mergeEvaluator } from './merge/evaluator';
import { valueEvaluator } from './shared/evaluate-value';
import { startEvaluator } from './start/evaluator';

function evaluate(
  evaluator: PureEvaluator,
  config: JsonObject,
  scope: { inputs?: JsonObject; nodes?: Record<string, JsonValue> } = {},
  sources: PureInput['sources'] = [],
) {
  const node: WorkflowNode = {
    id: 'it',
    type: 'transform' satisfies NodeType,
    name: 'It',
    config,
    onError: 'fail',
  };
  return evaluator.prepare(node)({
    scope: { inputs: scope.inputs ?? {}, runId: 'run_1', nodeData: (id) => scope.nodes?.[id] },
    sources,
  });
}

describe('start', () => {
  it('yields the input of the run', () => {
    expect(evaluate(startEvaluator, {}, { inputs: { topic: '新能源' } })).toEqual({
      data: { topic: '新能源' },
    });
  });
});

describe('output and transform', () => {
  it('evaluate their value, keeping the type of a lone template', () => {
    const config = {
      value: {
        n: '{{ inputs.n }}',
        text: 'n is {{ inputs.n }}',
        deep: { list: ['{{ nodes.a.data.x }}', 1] },
      },
    };
    expect(evaluate(valueEvaluator, config, { inputs: { n: 20 }, nodes: { a: { x: null } } })).toEqual({
      data: { n: 20, text: 'n is 20', deep: { list: [null, 1] } },
    });
  });

  it('fail on a field that is not there', () => {
    expect(() => evaluate(valueEvaluator, { value: { n: '{{ inputs.n }}' } })).toThrow(
      expect.objectContaining({ code: 'EXPRESSION_MISSING' }),
    );
  });
});

describe('condition', () => {
  const config = {
    cases: [
      { id: 'good', when: 'inputs.score >= 0.8' },
      { id: 'fair', when: { left: '{{ inputs.score }}', op: 'gte', right: 0.5 } },
    ],
  };
  it.each([
    [0.9, 'good'],
    [0.8, 'good'],
    [0.6, 'fair'],
    [0.1, 'else'],
  ])('with score %d takes %s', (score, taken) => {
    expect(evaluate(conditionEvaluator, config, { inputs: { score } })).toEqual({
      data: { case: taken },
      handle: taken,
    });
  });

  it('fails rather than taking else when sides cannot be compared', () => {
    expect(() => evaluate(conditionEvaluator, config, { inputs: { score: '0.9' } })).toThrow(
      expect.objectContaining({ code: 'EXPRESSION_TYPE_MISMATCH' }),
    );
  });
});

describe('merge', () => {
  const sources: PureInput['sources'] = [
    { nodeId: 'a', data: { x: 1, y: 1 } },
    { nodeId: 'b', data: null },
    { nodeId: 'c', data: { y: 2 } },
  ];
  it.each([
    [{}, { x: 1, y: 2 }],
    [{ value: 'collect' }, { items: [...sources] }],
    [
      { mode: 'any', value: 'first' },
      { x: 1, y: 1 },
    ],
  ])('%j of three sources gives %j', (config: JsonObject, data: object) => {
    expect(evaluate(mergeEvaluator, config, {}, sources)).toEqual({ data });
  });

  it('yields an object even when its only source has none', () => {
    expect(evaluate(mergeEvaluator, {}, {}, [{ nodeId: 'b', data: null }])).toEqual({ data: {} });
    expect(evaluate(mergeEvaluator, { value: 'first' })).toEqual({ data: {} });
  });

  it('takes a key named __proto__ as a key', () => {
    const hostile = JSON.parse('{"__proto__": {"polluted": true}}') as JsonObject;
    const { data } = evaluate(mergeEvaluator, {}, {}, [
      { nodeId: 'a', data: {} },
      { nodeId: 'b', data: hostile },
    ]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    expect(Object.keys(data)).toEqual(['__proto__']);
  });
});
