import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { createParser } from 'eventsource-parser';
import type { Response } from 'undici';
import type { ModelAnswer, ModelCall } from '../model-provider';
import { errorMessage, streamBroken } from './openai-errors';

/** Far more than any model writes; a server that goes on for ever must not fill the memory. */
const MAX_ANSWER_CHARS = 8 * 1024 * 1024;

/** Reads the events of a streamed answer; its pieces go out as they come. */
export async function readStream(response: Response, model: string, call: ModelCall): Promise<ModelAnswer> {
  const gathered = gather(model, call);
  let done = false;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') done = true;
      else gathered.take(parseChunk(data));
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    parser.feed(decoder.decode(bytes as Uint8Array, { stream: true }));
    if (done) break;
  }
  // Some servers leave out [DONE]; one that gave a reason to finish has said everything.
  return gathered.answer(done);
}

/** Reads an answer that came in one piece although a stream was asked for. */
export async function readAnswer(response: Response, model: string, call: ModelCall): Promise<ModelAnswer> {
  const gathered = gather(model, call);
  gathered.take(parseChunk(await response.text()));
  return gathered.answer(true);
}

function parseChunk(text: string): JsonObject {
  let chunk: unknown;
  try {
    chunk = JSON.parse(text);
  } catch {
    throw streamBroken('it holds something that is not JSON.');
  }
  if (!isJsonObject(chunk)) throw streamBroken('it holds something that is no message.');
  if (chunk.error !== undefined && chunk.error !== null) {
    throw streamBroken(errorMessage(text) ?? 'the service reported an error.');
  }
  return chunk;
}

function gather(askedModel: string, call: ModelCall) {
  let text = '';
  let model = askedModel;
  let finishReason: string | undefined;
  let spent: Pick<ModelAnswer, 'usage' | 'costUsd'> = {};
  return {
    take(chunk: JsonObject): void {
      if (typeof chunk.model === 'string' && chunk.model !== '') model = chunk.model;
      if (isJsonObject(chunk.usage)) spent = spentOf(chunk.usage);
      const choice = Array.isArray(chunk.choices) ? chunk.choices[0] : undefined;
      if (!isJsonObject(choice)) return;
      if (typeof choice.finish_reason === 'string') finishReason = choice.finish_reason;
      const piece = pieceOf(choice);
      if (piece === '') return;
      text += piece;
      if (text.length > MAX_ANSWER_CHARS) throw streamBroken('it is longer than 8 MiB.');
      call.delta(piece);
    },
    answer(done: boolean): ModelAnswer {
      if (!done && finishReason === undefined)
        throw streamBroken('the connection ended before the model had finished.');
      return { text, model, finishReason: finishReason ?? 'stop', ...spent };
    },
  };
}

/** A streamed choice holds a `delta`, a whole one a `message`. */
function pieceOf(choice: JsonObject): string {
  const message = isJsonObject(choice.delta) ? choice.delta : choice.message;
  return isJsonObject(message) && typeof message.content === 'string' ? message.content : '';
}

function spentOf(usage: JsonObject): Pick<ModelAnswer, 'usage' | 'costUsd'> {
  const count = (value: JsonValue | undefined) => (typeof value === 'number' ? value : 0);
  return {
    usage: { inputTokens: count(usage.prompt_tokens), outputTokens: count(usage.completion_tokens) },
    ...(typeof usage.cost === 'number' ? { costUsd: usage.cost } : {}),
  };
}
