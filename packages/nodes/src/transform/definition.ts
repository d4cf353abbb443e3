import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { templateMap } from '../shared/config-schema';
import { pureTraits } from '../shared/traits';

export const transformConfigSchema = z.strictObject({ value: templateMap });
export type TransformConfig = z.infer<typeof transformConfigSchema>;

export const transformDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'transform',
  kind: 'pure',
  group: 'data',
  icon: 'braces',
  configSchema: transformConfigSchema,
  defaults: {},
  expressions: [{ path: ['value'], mode: 'template' }],
  fields: [{ name: 'value', control: 'templateMap', required: true }],
  initialConfig: { value: {} },
  errorCodes: ['EXPRESSION_MISSING', 'EXPRESSION_TYPE_MISMATCH'],
};
