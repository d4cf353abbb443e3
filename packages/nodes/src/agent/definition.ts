import { isJsonObject, type NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { jsonSchema, label, template, withRule } from '../shared/config-schema';
import { attemptTraits } from '../shared/traits';

/** Fields of the frozen schema that wait for tools; until then a config that uses one is refused, never half obeyed. */
const LATER_FIELDS = ['tools', 'toolProfile', 'agent', 'decision'] as const;

export const agentConfigSchema = withRule(
  z.strictObject({
    provider: label.optional(),
    model: label.optional(),
    system: template.optional(),
    prompt: template,
    tools: z.array(template).optional(),
    toolProfile: template.optional(),
    outputSchema: jsonSchema.optional(),
    maxTurns: z.int().min(1).max(100).optional(),
    maxTokens: z.int().min(1).optional(),
    maxCostUsd: z.number().min(0).optional(),
    temperature: z.number().min(0).max(2).optional(),
    agent: template.optional(),
    decision: template.optional(),
  }),
  function* (config) {
    const { outputSchema } = config;
    const type = isJsonObject(outputSchema) ? outputSchema.type : undefined;
    if (typeof type === 'string' && type !== 'object') {
      yield {
        path: ['outputSchema', 'type'],
        message: 'The data of a node is an object; put the list or value into a field of one.',
      };
    }
    for (const field of LATER_FIELDS) {
      const value = config[field];
      if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
      yield {
        path: [field],
        message: `Agents run one turn without tools in this release; remove "${field}" to publish.`,
      };
    }
  },
);
export type AgentConfig = z.infer<typeof agentConfigSchema>;

export const agentDefinition: NodeDefinition = {
  ...attemptTraits,
  type: 'agent',
  kind: 'executor',
  group: 'ai',
  icon: 'bot',
  configSchema: agentConfigSchema,
  defaults: { maxTurns: 8 },
  expressions: [
    { path: ['system'], mode: 'template' },
    { path: ['prompt'], mode: 'template' },
  ],
  fields: [
    { name: 'provider', control: 'provider' },
    { name: 'model', control: 'text' },
    { name: 'system', control: 'templateText' },
    { name: 'prompt', control: 'templateText', required: true },
    { name: 'outputSchema', control: 'jsonSchema' },
    { name: 'temperature', control: 'number', advanced: true },
    { name: 'maxTokens', control: 'number', advanced: true },
    { name: 'maxTurns', control: 'number', advanced: true },
    { name: 'maxCostUsd', control: 'number', advanced: true },
  ],
  // Without tools a model call changes nothing; asking again costs, but harms nobody.
  effectClass: () => 'replayable',
  initialConfig: { prompt: 'Write three sentences about a topic of your choice.' },
  errorCodes: [
    'AGENT_PROVIDER_UNKNOWN',
    'AGENT_FAILED',
    'AGENT_OUTPUT_INVALID',
    'SECRET_MISSING',
    'NODE_TIMEOUT',
  ],
};
