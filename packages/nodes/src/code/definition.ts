import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { label, templateMap } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';

export const CODE_LANGUAGES = ['javascript', 'typescript'] as const;

/** The engine's own memory is 16 MiB; the sandbox holds no more than 1 GiB. */
const MEMORY_MIB = { least: 16, most: 1024 };

export const codeConfigSchema = z.strictObject({
  language: z.enum(CODE_LANGUAGES).optional(),
  source: label,
  input: templateMap.optional(),
  memoryMiB: z.int().min(MEMORY_MIB.least).max(MEMORY_MIB.most).optional(),
});
export type CodeConfig = z.infer<typeof codeConfigSchema>;

export const codeDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'code',
  kind: 'executor',
  group: 'code',
  icon: 'code-xml',
  configSchema: codeConfigSchema,
  defaults: { language: 'javascript', input: {}, memoryMiB: 64 },
  expressions: [{ path: ['input'], mode: 'template' }],
  fields: [
    { name: 'language', control: 'select', options: CODE_LANGUAGES },
    { name: 'source', control: 'code', required: true },
    { name: 'input', control: 'templateMap' },
    { name: 'memoryMiB', control: 'number', advanced: true },
  ],
  effectClass: () => 'replayable',
  initialConfig: {
    language: 'javascript',
    source: 'function main(input) {\n  return { ok: true };\n}\n',
    input: {},
  },
  errorCodes: [
    'CODE_FAILED',
    'CODE_SYNTAX',
    'CODE_MEMORY',
    'CODE_OUTPUT_TOO_LARGE',
    'SANDBOX_FAILED',
    'NODE_TIMEOUT',
  ],
};
