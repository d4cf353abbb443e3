import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { label, template } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';

export const sqlReadConfigSchema = z.strictObject({
  connection: label,
  sql: label,
  params: z.array(template).optional(),
  maxRows: z.int().min(1).max(100_000).optional(),
});
export type SqlReadConfig = z.infer<typeof sqlReadConfigSchema>;

export const sqlReadDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'sql_read',
  kind: 'executor',
  group: 'data',
  icon: 'database',
  configSchema: sqlReadConfigSchema,
  defaults: { params: [], maxRows: 1000 },
  expressions: [{ path: ['params'], mode: 'template' }],
  fields: [
    { name: 'connection', control: 'connection', required: true },
    { name: 'sql', control: 'sql', required: true },
    { name: 'params', control: 'templateList' },
    { name: 'maxRows', control: 'number', advanced: true },
  ],
  effectClass: () => 'replayable',
  startsAhead: true,
  initialConfig: {
    connection: 'demo',
    sql: 'SELECT region, sum(amount) AS amount\nFROM sales\nGROUP BY region\nORDER BY amount DESC',
    params: [],
  },
  dataSchema: {
    type: 'object',
    properties: {
      rows: { type: 'array', items: { type: 'object' } },
      columns: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } },
      },
      rowCount: { type: 'integer' },
      truncated: { type: 'boolean' },
    },
    required: ['rows', 'columns', 'rowCount', 'truncated'],
  },
  errorCodes: [
    'SQL_FAILED',
    'SQL_READ_ONLY',
    'SQL_CONNECTION_UNKNOWN',
    'SQL_CONNECTION_FAILED',
    'NODE_TIMEOUT',
  ],
};
