import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { optionOf } from '../shared/read-config';
import { pureTraits } from '../shared/traits';

export const MERGE_MODES = ['all', 'any'] as const;
export const MERGE_VALUES = ['object', 'collect', 'first'] as const;

export const mergeConfigSchema = z.strictObject({
  mode: z.enum(MERGE_MODES).optional(),
  value: z.enum(MERGE_VALUES).optional(),
});
export type MergeConfig = z.infer<typeof mergeConfigSchema>;

export const mergeDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'merge',
  kind: 'pure',
  group: 'flow',
  icon: 'merge',
  configSchema: mergeConfigSchema,
  defaults: { mode: 'all', value: 'object' },
  expressions: [],
  fields: [
    { name: 'mode', control: 'select', options: MERGE_MODES },
    { name: 'value', control: 'select', options: MERGE_VALUES },
  ],
  join: (config) => optionOf(config, 'mode', MERGE_MODES),
  allowedOnError: ['fail'],
  initialConfig: {},
  errorCodes: [],
};
