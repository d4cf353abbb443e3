import { NodeError, type NodeExecutor } from '@weftwork/runtime';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeResult,
  nodeResult,
  type RunWarning,
} from '@weftwork/schema';
import type { ValidateValue } from '../shared/validate-value';
import type { AgentConfig } from './definition';
import type { ModelAnswer, ModelProvider, ModelProviders, ModelRequest } from './model-provider';

/** Asks a model once, without tools, and hands on its text or the object that fits `outputSchema`. */
export function createAgentExecutor(options: {
  providers: ModelProviders;
  validate: ValidateValue;
}): NodeExecutor {
  return {
    async execute(config, ctx) {
      const agent = config as unknown as AgentConfig; // resolved from a config that the definition's schema accepted
      const provider = findProvider(options.providers, agent.provider);
      const answer = await provider.complete(modelRequest(agent), ctx);
      const { outputSchema } = agent;
      const data = outputSchema ? objectOf(answer, outputSchema, options.validate) : { text: answer.text };
      return resultOf(data, answer, provider, agent);
    },
  };
}

function findProvider(providers: ModelProviders, name: string | undefined): ModelProvider {
  const provider = providers.get(name);
  if (provider) return provider;
  throw new NodeError(
    'AGENT_PROVIDER_UNKNOWN',
    `There is no model provider "${name}". Known: ${providers.names.join(', ')}. The provider "openai" needs WEFTWORK_OPENAI_API_KEY or WEFTWORK_OPENAI_BASE_URL.`,
    { outcome: 'notSent', field: '/config/provider' },
  );
}

function modelRequest(agent: AgentConfig): ModelRequest {
  const { model, system, prompt, outputSchema, temperature, maxTokens } = agent;
  return {
    prompt: promptText(prompt),
    ...(model === undefined ? {} : { model }),
    ...(system === undefined || system === null || system === '' ? {} : { system: promptText(system) }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  };
}

function promptText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function objectOf(
  { text, finishReason }: ModelAnswer,
  schema: JsonObject,
  validate: ValidateValue,
): JsonObject {
  const value = parseJson(text);
  if (!isJsonObject(value)) {
    const isCut = finishReason === 'length';
    const cut = isCut ? ' It was cut off; raise "maxTokens".' : '';
    throw outputInvalid(
      `The model did not answer with one JSON object.${cut}`,
      isCut ? '/config/maxTokens' : '/config/outputSchema',
    );
  }
  const wrong = validate(schema, value);
  if (wrong.length === 0) return value;
  const { path, message } = wrong[0]!;
  throw outputInvalid(
    `The answer of the model does not fit outputSchema at "${path}": ${message}`,
    '/config/outputSchema',
    wrong,
  );
}

/** Models like to wrap JSON in a fence although they were told not to. */
function parseJson(text: string): JsonValue | undefined {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text);
  try {
    return JSON.parse(fenced?.[1] ?? text);
  } catch {
    return undefined;
  }
}

function outputInvalid(message: string, field: string, errors: NodeError['errors'] = []): NodeError {
  return new NodeError('AGENT_OUTPUT_INVALID', message, { retryKinds: ['schema'], errors, field });
}

function resultOf(
  data: JsonObject,
  answer: ModelAnswer,
  provider: ModelProvider,
  agent: AgentConfig,
): NodeResult {
  const { usage, costUsd, note, model, finishReason } = answer;
  const metadata: JsonObject = { provider: provider.name, model, finishReason };
  if (usage) metadata.usage = { ...usage, totalTokens: usage.inputTokens + usage.outputTokens };
  if (costUsd !== undefined) metadata.costUsd = costUsd;
  if (note !== undefined) metadata.note = note;
  return nodeResult(data, { metadata, warnings: warningsOf(answer, agent) });
}

function warningsOf({ finishReason, costUsd }: ModelAnswer, { maxCostUsd }: AgentConfig): RunWarning[] {
  const warnings: RunWarning[] = [];
  if (finishReason === 'length') {
    warnings.push({
      code: 'AGENT_CUT_OFF',
      message: 'The answer was cut off at its token limit; raise "maxTokens".',
    });
  }
  if (finishReason === 'content_filter') {
    warnings.push({ code: 'AGENT_FILTERED', message: 'The service held back a part of the answer.' });
  }
  if (maxCostUsd !== undefined && costUsd === undefined) {
    warnings.push({
      code: 'AGENT_COST_UNKNOWN',
      message: 'The service does not tell what the call cost, so "maxCostUsd" could not be checked.',
    });
  } else if (maxCostUsd !== undefined && costUsd! > maxCostUsd) {
    warnings.push({
      code: 'AGENT_COST_EXCEEDED',
      message: `The call cost ${costUsd} USD, more than "maxCostUsd" allows.`,
    });
  }
  return warnings;
}
