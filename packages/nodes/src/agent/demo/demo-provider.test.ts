import { validateAgainst } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { createFakeContext } from '../../shared/fake-context';
import { createAgentExecutor } from '../executor';
import { createModelProviders } from '../model-provider';
import { demoProvider } from './demo-provider';
import { readPrompt } from './read-prompt';

const executor = createAgentExecutor({
  providers: createModelProviders([demoProvider]),
  validate: validateAgainst,
});

function ask(prompt: string, outputSchema?: JsonObject, context = createFakeContext()) {
  return executor.execute({ prompt, ...(outputSchema ? { outputSchema } : {}) }, context);
}

describe('the demo model', () => {
  it('says what it is, costs nothing and streams', async () => {
    const context = createFakeContext();
    const { data, metadata } = await ask('Write about "solar roofs".', undefined, context);
    expect(metadata).toMatchObject({ provider: 'demo', model: 'demo-writer', costUsd: 0 });
    expect(metadata.note).toContain('no language model was asked');
    expect(data.text).toContain('solar roofs');
    expect(context.deltas.length).toBeGreaterThan(2);
    expect(context.deltas.join('')).toBe(data.text);
  });

  it('gives the same answer to the same prompt', async () => {
    expect((await ask('Why?')).data).toEqual((await ask('Why?')).data);
  });

  it('answers Chinese in Chinese, about what was asked', async () => {
    const { data } = await ask('请写一段关于新能源汽车的介绍。');
    expect(data.text).toMatch(/新能源汽车/);
    expect(String(data.text).match(/[a-z]/i)).toBeNull();
  });

  it.each([
    ['Outline a report on 新能源汽车 2026 using the figures', 'en', '新能源汽车 2026'],
    ['Write the section "Prices" of a report on cheese.', 'en', 'Prices'],
    ['为专题《东南亚市场》写大纲', 'zh', '东南亚市场'],
    ['Topic: quiet streets\nWrite it.', 'en', 'quiet streets'],
    ['主题：智慧城市。请写大纲', 'zh', '智慧城市'],
    ['', 'en', '…'],
  ])('reads %j', (prompt, language, subject) => {
    expect(readPrompt(prompt)).toMatchObject({ language, subject });
  });

  it.each([
    [
      '为专题《新能源汽车》写一份报告大纲：标题、一句摘要、三个章节（各有标题与要点）。',
      { subject: '新能源汽车', context: undefined },
    ],
    [
      '改进专题《新能源汽车》的报告大纲，使每个章节更具体：{"title":"新能源汽车","sections":[{"title":"背景"}]}',
      { subject: '新能源汽车', context: undefined },
    ],
    ['为专题《新能源汽车》的报告写“背景”一节。', { subject: '新能源汽车', context: '背景' }],
  ])('takes no piece of a sentence for a name: %s', (prompt, { subject, context }) => {
    const reading = readPrompt(prompt);
    expect([reading.subject, reading.context]).toEqual([subject, context]);
  });

  it('picks the highest figure out of a table in the prompt', () => {
    const prompt = 'Use [{"region":"华东","amount":"9.5"},{"region":"华南","amount":"10.25"}] please';
    expect(readPrompt(prompt).top).toEqual({ name: '华南', value: '10.25' });
  });

  it.each([
    [
      'Sort this mail into complaint, order or question. Mail: The lamp arrived broken, I want a refund.',
      'complaint',
    ],
    ['Sort this mail into complaint, order or question. Mail: Please send a quote for 40 lamps.', 'order'],
    ['Sort this mail into complaint, order or question. Mail: How do I change the bulb?', 'question'],
    ['把邮件分为 complaint、order、question：请问怎么更换灯泡？', 'question'],
  ])('%s is %s', async (prompt, category) => {
    const schema = {
      type: 'object',
      properties: { category: { enum: ['complaint', 'order', 'question'] } },
      required: ['category'],
    };
    expect((await ask(prompt, schema)).data).toEqual({ category });
  });

  const wholes: JsonObject = { type: 'object', properties: { n: {} }, required: ['n'] };
  const withN = (n: JsonObject): JsonObject => ({ ...wholes, properties: { n } });
  const schemas: [string, JsonObject][] = [
    ['nothing', {}],
    ['properties without a type', { properties: { a: {} }, required: ['a', 'b'] }],
    [
      'sections',
      {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 3 },
          sections: {
            type: 'array',
            minItems: 4,
            items: {
              type: 'object',
              properties: { title: { type: 'string' }, points: { type: 'array', items: { type: 'string' } } },
              required: ['title', 'points'],
              additionalProperties: false,
            },
          },
          score: { type: 'number', minimum: 0, maximum: 1 },
        },
        required: ['title', 'sections', 'score'],
        additionalProperties: false,
      },
    ],
    ['one of three', withN({ enum: ['a', 'b', 'c'] })],
    ['a constant', withN({ const: { deep: [1] } })],
    ['null', withN({ type: 'null' })],
    ['text or null', withN({ type: ['string', 'null'], maxLength: 4 })],
    ['a whole number in steps', withN({ type: 'integer', minimum: 10, maximum: 20, multipleOf: 7 })],
    ['a number between open bounds', withN({ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.01 })],
    ['a large number', withN({ type: 'integer', minimum: 1000 })],
    ['a negative number', withN({ type: 'number', maximum: -5 })],
    ['a short text', withN({ type: 'string', maxLength: 5 })],
    ['a long text', withN({ type: 'string', minLength: 900, maxLength: 1000 })],
    ['no text', withN({ type: 'string', maxLength: 0 })],
    ...['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6', 'hostname', 'duration'].map(
      (format): [string, JsonObject] => [`a ${format}`, withN({ type: 'string', format })],
    ),
    ...[
      '^[A-Z]{2}-\\d{4,6}$',
      '^#[0-9a-f]{6}$',
      '^(yes|no)$',
      '^\\+?[1-9]\\d{1,14}$',
      '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
      '^\\p{Script=Han}{2,4}$',
      '^(?:[a-z]+\\.)+[a-z]+$',
      'x',
    ].map((pattern): [string, JsonObject] => [`text like ${pattern}`, withN({ type: 'string', pattern })]),
    [
      'a patterned text of some length',
      withN({ type: 'string', pattern: '^[a-z]+$', minLength: 12, maxLength: 20 }),
    ],
    [
      'distinct options',
      withN({ type: 'array', uniqueItems: true, minItems: 2, items: { enum: ['a', 'b'] } }),
    ],
    ['distinct texts', withN({ type: 'array', uniqueItems: true, minItems: 8, items: { type: 'string' } })],
    [
      'a pair',
      withN({
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        items: false,
        minItems: 2,
      }),
    ],
    [
      'one of two shapes',
      withN({
        oneOf: [
          { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
          { type: 'null' },
        ],
      }),
    ],
    [
      'all of two shapes',
      withN({ allOf: [{ required: ['a'], properties: { a: { type: 'number' } } }, { required: ['b'] }] }),
    ],
    ['free keys', withN({ type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } })],
    [
      'a tree that holds itself',
      {
        type: 'object',
        $defs: {
          node: {
            type: 'object',
            properties: {
              name: { type: 'string' },
              children: { type: 'array', items: { $ref: '#/$defs/node' } },
            },
            required: ['name', 'children'],
          },
        },
        properties: { root: { $ref: '#/$defs/node' } },
        required: ['root'],
      },
    ],
  ];
  it.each(schemas)('fills a schema of %s', async (_, schema) => {
    for (const prompt of ['Plan a report on tea.', '为《茶叶市场》写大纲', '']) {
      const { data } = await ask(prompt, schema);
      expect(validateAgainst(schema, data)).toEqual([]);
    }
  });
});
