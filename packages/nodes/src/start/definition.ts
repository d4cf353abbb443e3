import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { pureTraits } from '../shared/traits';

export const startConfigSchema = z.strictObject({});

export const startDefinition: NodeDefinition = {
  ...pureTraits,
  type: 'start',
  kind: 'entry',
  group: 'flow',
  icon: 'play',
  configSchema: startConfigSchema,
  defaults: {},
  expressions: [],
  fields: [],
  hasInput: false,
  allowedOnError: ['fail'],
  allowedInLoop: false,
  initialConfig: {},
  errorCodes: [],
};
