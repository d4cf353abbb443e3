import type { JsonObject, LoopPolicy, NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { condition, template, withRule } from '../shared/config-schema';
import { optionOf, wholeOf } from '../shared/read-config';
import { pureTraits } from '../shared/traits';

export const LOOP_OVER = ['items', 'count', 'while'] as const;
const ON_LIMIT = ['fail', 'stop'] as const;
const ON_ITEM_ERROR = ['fail', 'continue', 'skip'] as const;

export const loopConfigSchema = withRule(
  z.strictObject({
    over: z.enum(LOOP_OVER).optional(),
    items: template.optional(),
    count: template.optional(),
    while: condition.optional(),
    concurrency: z.int().min(1).max(64).optional(),
    maxIterations: z.int().min(1).optional(),
    onLimit: z.enum(ON_LIMIT).optional(),
    onItemError: z.enum(ON_ITEM_ERROR).optional(),
    initialState: template.optional(),
    nextState: template.optional(),
    collect: template.optional(),
  }),
  function* (config) {
    const policy = loopPolicy(config);
    if (config[policy.over] === undefined) {
      yield {
        path: [policy.over],
        code: 'MISSING_FIELD',
        message: `A loop over "${policy.over}" needs the field "${policy.over}".`,
      };
    }
    if (config.nextState !== undefined && policy.concurrency > 1) {
      yield {
        path: ['nextState'],
        code: 'LOOP_STATE_PARALLEL',
        message:
          'Iterations that run at the same time cannot hand state on; set "concurrency" to 1 or remove "nextState".',
      };
    }
  },
);
export type LoopConfig = z.infer<typeof loopConfigSchema>;

/** A `while` loop asks before each iteration, so it never runs two at once. */
function loopPolicy(config: JsonObject): LoopPolicy {
  const over = optionOf(config, 'over', LOOP_OVER);
  const maxIterations = wholeOf(config, 'maxIterations', 1, undefined);
  return {
    over,
    concurrency: over === 'while' ? 1 : wholeOf(config, 'concurrency', 1, 1),
    ...(maxIterations === undefined ? {} : { maxIterations }),
    onLimit: optionOf(config, 'onLimit', ON_LIMIT),
    onItemError: optionOf(config, 'onItemError', ON_ITEM_ERROR),
  };
}

export const loopDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'loop',
  kind: 'loop',
  group: 'flow',
  icon: 'repeat',
  configSchema: loopConfigSchema,
  defaults: { over: 'items', concurrency: 1, onLimit: 'fail', onItemError: 'fail' },
  expressions: [
    { path: ['items'], mode: 'template' },
    { path: ['count'], mode: 'template' },
    { path: ['while'], mode: 'condition' },
    { path: ['initialState'], mode: 'template' },
    { path: ['nextState'], mode: 'template' },
    { path: ['collect'], mode: 'template' },
  ],
  fields: [
    { name: 'over', control: 'select', options: LOOP_OVER },
    { name: 'items', control: 'templateJson', required: true, when: { field: 'over', is: ['items'] } },
    { name: 'count', control: 'templateJson', required: true, when: { field: 'over', is: ['count'] } },
    { name: 'while', control: 'condition', required: true, when: { field: 'over', is: ['while'] } },
    { name: 'concurrency', control: 'number', when: { field: 'over', is: ['items', 'count'] } },
    { name: 'collect', control: 'templateJson' },
    { name: 'onItemError', control: 'select', options: ON_ITEM_ERROR },
    { name: 'maxIterations', control: 'number', advanced: true },
    { name: 'onLimit', control: 'select', options: ON_LIMIT, advanced: true },
    { name: 'initialState', control: 'templateJson', advanced: true },
    { name: 'nextState', control: 'templateJson', advanced: true },
  ],
  allowsTimeout: true,
  loopPolicy,
  initialConfig: { over: 'count', count: 3 },
  dataSchema: {
    type: 'object',
    properties: {
      results: { type: 'array' },
      count: { type: 'integer' },
      stoppedBy: { enum: ['end', 'condition', 'limit'] },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          properties: { index: { type: 'integer' }, code: { type: 'string' }, message: { type: 'string' } },
        },
      },
      state: {},
    },
    required: ['results', 'count', 'stoppedBy', 'errors', 'state'],
  },
  errorCodes: ['LOOP_LIMIT', 'NODE_TIMEOUT', 'EXPRESSION_MISSING', 'EXPRESSION_TYPE_MISMATCH'],
};
