import type { JsonObject, JsonValue } from '@weftwork/schema';
import { Agent, fetch, type Response } from 'undici';
import type { ModelAnswer, ModelCall, ModelProvider, ModelRequest } from '../model-provider';
import { callFailed, modelMissing, statusError } from './openai-errors';
import { readAnswer, readStream } from './read-answer';

export interface OpenAiSettings {
  /** Such as `https://api.openai.com/v1`, or a server of one's own that speaks the same protocol. */
  readonly baseUrl: string;
  readonly apiKey?: string;
  /** Taken where a node names none. */
  readonly model?: string;
}

/** From `WEFTWORK_OPENAI_BASE_URL`, `_API_KEY` and `_MODEL`; undefined when neither address nor key is set. */
export function openAiSettings(
  env: Readonly<Record<string, string | undefined>>,
): OpenAiSettings | undefined {
  const {
    WEFTWORK_OPENAI_BASE_URL: url,
    WEFTWORK_OPENAI_API_KEY: apiKey,
    WEFTWORK_OPENAI_MODEL: model,
  } = env;
  if (!url && !apiKey) return undefined;
  return {
    baseUrl: (url || 'https://api.openai.com/v1').replace(/\/+$/, ''),
    ...(apiKey ? { apiKey } : {}),
    ...(model ? { model } : {}),
  };
}

export interface OpenAiProvider extends ModelProvider {
  close(): Promise<void>;
}

/** Chat completions over HTTP, streamed. */
export function createOpenAiProvider(settings: OpenAiSettings): OpenAiProvider {
  // The node's own time limit bounds the call, however long the model thinks between two words.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return {
    name: 'openai',
    label: 'OpenAI-compatible service',
    async complete(request, call) {
      const model = request.model ?? settings.model;
      if (model === undefined) throw modelMissing();
      try {
        const response = await fetch(`${settings.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: requestHeaders(settings, call),
          body: JSON.stringify(requestBody(request, model)),
          signal: call.signal,
          dispatcher,
          // A redirect would carry the prompt, and perhaps the key, to a place that nobody chose.
          redirect: 'error',
        });
        if (!response.ok) throw await statusError(response, settings.apiKey);
        return await answerOf(response, model, call);
      } catch (error) {
        throw callFailed(error, call.signal);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

function requestHeaders({ apiKey }: OpenAiSettings, { traceparent }: ModelCall): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

function requestBody(request: ModelRequest, model: string): JsonObject {
  const { outputSchema, temperature, maxTokens } = request;
  const system = [request.system, outputSchema && schemaOrder(outputSchema)].filter(
    (text) => text !== undefined,
  );
  const messages: JsonValue[] = [
    ...(system.length === 0 ? [] : [{ role: 'system', content: system.join('\n\n') }]),
    { role: 'user', content: request.prompt },
  ];
  return {
    model,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(outputSchema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'output', schema: outputSchema } } }),
  };
}

/** For servers that take `response_format` and pay no heed to it. */
function schemaOrder(schema: JsonObject): string {
  return `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
}

function answerOf(response: Response, model: string, call: ModelCall): Promise<ModelAnswer> {
  const type = response.headers.get('content-type') ?? '';
  return type.includes('text/event-stream')
    ? readStream(response, model, call)
    : readAnswer(response, model, call);
}
