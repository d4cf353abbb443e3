import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { label, templateMap } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';

export const subworkflowConfigSchema = z.strictObject({
  workflowId: label,
  version: z.int().min(1).optional(),
  input: templateMap.optional(),
});
export type SubworkflowConfig = z.infer<typeof subworkflowConfigSchema>;

export const subworkflowDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'subworkflow',
  kind: 'child',
  group: 'flow',
  icon: 'workflow',
  configSchema: subworkflowConfigSchema,
  defaults: { input: {} },
  expressions: [{ path: ['input'], mode: 'template' }],
  fields: [
    { name: 'workflowId', control: 'workflow', required: true },
    { name: 'version', control: 'version' },
    { name: 'input', control: 'templateMap' },
  ],
  initialConfig: { workflowId: '', input: {} },
  errorCodes: [
    'SUBWORKFLOW_FAILED',
    'SUBWORKFLOW_DEPTH',
    'SUBWORKFLOW_NOT_FOUND',
    'INVALID_INPUT',
    'NODE_TIMEOUT',
  ],
};
