import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateAgainst } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../../test/support/failure-of';
import { createFakeContext } from '../../shared/fake-context';
import { createAgentExecutor } from '../executor';
import { createModelProviders } from '../model-provider';
import { createOpenAiProvider, type OpenAiProvider, openAiSettings } from './openai-provider';

const KEY = 'sk-test-12345';
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** A server of the protocol: the model's name says how it behaves. */
const asked: { body: JsonObject; authorization: string | undefined; traceparent: unknown }[] = [];
const server = createServer((request, response) => void serve(request, response));
let provider: OpenAiProvider;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const settings = openAiSettings({
    WEFTWORK_OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    WEFTWORK_OPENAI_API_KEY: KEY,
    WEFTWORK_OPENAI_MODEL: 'good',
  });
  provider = createOpenAiProvider(settings!);
});
afterAll(async () => {
  await provider.close();
  server.closeAllConnections();
  server.close();
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text) as JsonObject;
  const { authorization, traceparent } = request.headers;
  asked.push({ body, authorization, traceparent });
  if (request.url !== '/v1/chat/completions') return void response.writeHead(404).end('{}');
  const behave = BEHAVIOURS[String(body.model)];
  if (behave) behave(response, body);
  else response.writeHead(404).end(JSON.stringify({ error: { message: `no model ${String(body.model)}` } }));
}

const USAGE = { prompt_tokens: 12, completion_tokens: 5, total_tokens: 17 };
const chunk = (content: string, finish: string | null = null) => ({
  model: 'good-2026',
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
});

function stream(response: ServerResponse, events: readonly (object | string)[], end = true): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const event of events)
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  if (end) response.end();
}

function refuse(status: number, error: unknown) {
  return (response: ServerResponse) => void response.writeHead(status).end(JSON.stringify({ error }));
}

const BEHAVIOURS: Record<string, (response: ServerResponse, body: JsonObject) => void> = {
  good: (response) =>
    stream(response, [
      chunk(''),
      chunk('华东'),
      chunk(' leads.'),
      chunk('', 'stop'),
      { model: 'good-2026', choices: [], usage: { ...USAGE, cost: 0.002 } },
      '[DONE]',
    ]),
  'split-bytes': (response) => {
    const bytes = Buffer.from(
      `: ping\n\ndata: ${JSON.stringify(chunk('华东销量', 'stop'))}\n\ndata: [DONE]\n\n`,
    );
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const byte of bytes) response.write(Buffer.of(byte));
    response.end();
  },
  json: (response, body) => {
    const fits = body.response_format !== undefined;
    stream(response, [
      chunk(fits ? '```json\n{"title": "EV",' : 'none'),
      chunk(' "score": 0.9}\n```', 'stop'),
    ]);
  },
  misfit: (response) => stream(response, [chunk('{"title": 3}', 'stop'), '[DONE]']),
  prose: (response) => stream(response, [chunk('Sure, here you are', 'length'), '[DONE]']),
  whole: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const message = { role: 'assistant', content: 'In one piece.' };
    response.end(JSON.stringify({ model: 'w', choices: [{ message, finish_reason: 'stop' }], usage: USAGE }));
  },
  'no-done': (response) => stream(response, [chunk('ok', 'stop')]),
  'ends-early': (response) => stream(response, [chunk('Half a')]),
  'cut-off': (response) => {
    stream(response, [chunk('Half a')], false);
    setTimeout(() => response.destroy(), 20);
  },
  'error-event': (response) => stream(response, [chunk('a'), { error: { message: 'overloaded' } }]),
  garbage: (response) => stream(response, ['not json']),
  'hangs-up': (response) => response.destroy(),
  never: () => {},
  stalls: (response) => stream(response, [chunk('a')], false),
  busy: refuse(429, { message: 'slow down' }),
  down: refuse(503, 'maintenance'),
  keyless: refuse(401, { message: `Incorrect API key provided: ${KEY}` }),
  moved: (response) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
};

function ask(config: JsonObject, context = createFakeContext()) {
  const executor = createAgentExecutor({
    providers: createModelProviders([provider]),
    validate: validateAgainst,
  });
  return executor.execute({ prompt: 'Who leads?', ...config }, context);
}

describe('an OpenAI-compatible service', () => {
  it('is asked with the key and streams its answer', async () => {
    const context = createFakeContext({ traceparent: TRACEPARENT });
    const result = await ask({ system: 'Be short.', temperature: 0, maxTokens: 50 }, context);
    expect(result).toMatchObject({
      data: { text: '华东 leads.' },
      metadata: {
        provider: 'openai',
        model: 'good-2026',
        finishReason: 'stop',
        usage: { inputTokens: 12, outputTokens: 5, totalTokens: 17 },
        costUsd: 0.002,
      },
      warnings: [],
    });
    expect(context.deltas).toEqual(['华东', ' leads.']);
    expect(asked.at(-1)).toEqual({
      authorization: `Bearer ${KEY}`,
      traceparent: TRACEPARENT,
      body: {
        model: 'good',
        messages: [
          { role: 'system', content: 'Be short.' },
          { role: 'user', content: 'Who leads?' },
        ],
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0,
        max_tokens: 50,
      },
    });
  });

  it.each([
    ['split-bytes', '华东销量'],
    ['whole', 'In one piece.'],
    ['no-done', 'ok'],
  ])('is understood when it is %s', async (model, text) => {
    expect((await ask({ model })).data).toEqual({ text });
  });

  const outputSchema: JsonObject = {
    type: 'object',
    properties: { title: { type: 'string' }, score: { type: 'number' } },
    required: ['title'],
  };

  it('hands on an object that fits, also out of a fence', async () => {
    expect((await ask({ model: 'json', outputSchema })).data).toEqual({ title: 'EV', score: 0.9 });
    expect(asked.at(-1)?.body.response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'output', schema: outputSchema },
    });
  });

  it.each([
    ['misfit', '"/title"'],
    ['prose', 'maxTokens'],
  ])('fails when the answer is %s', async (model, named) => {
    const error = await failureOf(ask({ model, outputSchema }));
    expect(error).toMatchObject({ code: 'AGENT_OUTPUT_INVALID', retryKinds: ['schema'] });
    expect(error.message).toContain(named);
  });

  it('says so when the answer was cut off or its cost cannot be told', async () => {
    const { warnings } = await ask({ model: 'prose', maxCostUsd: 1 });
    expect(warnings.map(({ code }) => code)).toEqual(['AGENT_CUT_OFF', 'AGENT_COST_UNKNOWN']);
  });

  it.each([
    ['ends-early', ['transient']],
    ['cut-off', ['transient']],
    ['error-event', ['transient']],
    ['garbage', ['transient']],
    ['hangs-up', ['transient']],
    ['moved', ['transient']],
    ['busy', ['rate_limit', 'status:429', 'status:4xx']],
    ['down', ['transient', 'status:503', 'status:5xx']],
    ['keyless', ['status:401', 'status:4xx']],
    ['unheard-of', ['status:404', 'status:4xx']],
  ])('that is %s fails with %j', async (model, retryKinds) => {
    const error = await failureOf(ask({ model }));
    expect(error).toMatchObject({ code: 'AGENT_FAILED', retryKinds });
    expect(error.message).not.toContain(KEY);
  });

  it.each(['never', 'stalls'])('that %s is left at the time limit', async (model) => {
    const signal = AbortSignal.timeout(100);
    expect(await failureOf(ask({ model }, createFakeContext({ signal })))).toMatchObject({
      code: 'NODE_TIMEOUT',
      retryKinds: ['timeout'],
    });
  });

  it('that is not there is proven not to have been asked', async () => {
    const closed = createServer();
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const nobody = createOpenAiProvider({ baseUrl: `http://127.0.0.1:${port}`, model: 'm' });
    const executor = createAgentExecutor({
      providers: createModelProviders([nobody]),
      validate: validateAgainst,
    });
    expect(await failureOf(executor.execute({ prompt: 'x' }, createFakeContext()))).toMatchObject({
      code: 'AGENT_FAILED',
      retryKinds: ['transient'],
      outcome: 'notSent',
    });
    await nobody.close();
  });

  it('is only used when it was set up', async () => {
    expect(openAiSettings({})).toBeUndefined();
    expect(openAiSettings({ WEFTWORK_OPENAI_API_KEY: 'k' })).toEqual({
      baseUrl: 'https://api.openai.com/v1',
      apiKey: 'k',
    });
    expect(await failureOf(ask({ provider: 'other' }))).toMatchObject({ code: 'AGENT_PROVIDER_UNKNOWN' });
  });
});
