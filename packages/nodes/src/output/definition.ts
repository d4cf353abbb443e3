import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { templateMap } from '../shared/config-schema';
import { pureTraits } from '../shared/traits';

export const outputConfigSchema = z.strictObject({ value: templateMap });
export type OutputConfig = z.infer<typeof outputConfigSchema>;

const NO_HANDLES: readonly string[] = [];

export const outputDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'output',
  kind: 'exit',
  group: 'flow',
  icon: 'file-output',
  configSchema: outputConfigSchema,
  defaults: {},
  expressions: [{ path: ['value'], mode: 'template' }],
  fields: [{ name: 'value', control: 'templateMap', required: true }],
  handles: () => NO_HANDLES,
  allowedOnError: ['fail'],
  allowedInLoop: false,
  initialConfig: { value: {} },
  errorCodes: ['EXPRESSION_MISSING', 'EXPRESSION_TYPE_MISMATCH'],
};
