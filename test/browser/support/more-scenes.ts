import { expect } from '@playwright/test';
import { bareGraph, formGraph, heldGraph, makeWorkflow, saveDraft, startRunOf } from './graphs';
import type { Outside } from './outside';
import type { BuiltService } from './service';

/** What pictures show beside the pages of every check: a task of each kind, drafts with faults, versions that differ. */
export interface MoreScenes {
  /** Held by a call that is answered at the end only. */
  readonly runningRun: string;
  readonly runningWorkflow: string;
  readonly formRun: string;
  readonly signalRun: string;
  readonly unknownRun: string;
  /** Every node of it has a problem. */
  readonly faultyWorkflow: string;
  readonly emptyWorkflow: string;
  /** Published twice, and changed since. */
  readonly changedWorkflow: string;
  /** Five passes of a loop, one retried. */
  readonly loopRun: string;
}

const START = { id: 'start', type: 'start', name: 'Order · 订单', config: {} };
const output = (value: unknown) => ({
  id: 'output',
  type: 'output',
  name: 'Answer · 回答',
  config: { value },
});
const edge = (source: string, target: string, sourceHandle?: string) => ({
  id: `${source}-${target}`,
  source,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
  target,
});

export async function setMoreScenes(service: BuiltService, outside: Outside): Promise<MoreScenes> {
  const make = async (graph: Parameters<typeof makeWorkflow>[1]) => (await makeWorkflow(service, graph)).id;
  const statusOf = async (id: string) =>
    (await service.call<{ status: string }>('GET', `/runs/${id}`)).status;

  const runningWorkflow = await make(heldGraph('Fetch the rates · 读取汇率', outside.urlOf('pictures')));
  const running = await startRunOf(service, runningWorkflow);
  const form = await startRunOf(service, await make(formGraph('How did we do? · 服务评价')));
  const signal = await startRunOf(service, await make(signalGraph), { order: 'A-1042' });
  outside.cutNext('sent-once');
  const unknown = await startRunOf(service, await make(sentOnceGraph(outside.urlOf('sent-once'))));
  const { id: loops } = await service.call<{ id: string }>('POST', '/workflows', { graph: loopGraph });
  const loop = await startRunOf(service, loops);
  await expect.poll(() => statusOf(unknown.id), { timeout: 30_000 }).toBe('awaiting_input');
  await expect.poll(() => statusOf(loop.id), { timeout: 30_000 }).toMatch(/completed|failed/);

  const changedWorkflow = await make(priceGraph(0.2, false));
  await service.call('POST', `/workflows/${changedWorkflow}/publish`, { note: 'The first of all' });
  await saveDraft(service, changedWorkflow, priceGraph(0.25, true));
  await service.call('POST', `/workflows/${changedWorkflow}/publish`, { note: 'A check before · 先核对' });
  await saveDraft(service, changedWorkflow, { ...priceGraph(0.3, false), settings: { maxSteps: 500 } });

  return {
    runningRun: running.id,
    runningWorkflow,
    formRun: form.id,
    signalRun: signal.id,
    unknownRun: unknown.id,
    loopRun: loop.id,
    changedWorkflow,
    faultyWorkflow: await make(faultyGraph),
    emptyWorkflow: await make(bareGraph('Nothing yet · 空白')),
  };
}

const signalGraph = {
  schemaVersion: '1.0',
  name: 'Wait for a payment · 等待付款',
  nodes: [
    START,
    {
      id: 'wait',
      type: 'human_input',
      name: 'Wait for payment · 等待付款',
      config: {
        mode: 'signal',
        message: 'Order {{ inputs.order }} is not paid yet. 订单尚未付款。',
        signal: { name: 'payment', key: '{{ inputs.order }}' },
        schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
        deadlineSeconds: 86_400,
      },
    },
    output({ amount: '{{ nodes.wait.data.amount }}' }),
  ],
  edges: [edge('start', 'wait'), edge('wait', 'output', 'answered')],
};

const sentOnceGraph = (url: string) => ({
  schemaVersion: '1.0',
  name: 'Place the order · 下单',
  nodes: [
    START,
    {
      id: 'send',
      type: 'http',
      name: 'Send to the shop · 发送给商店',
      config: { method: 'POST', url, body: { type: 'json', value: { sku: 'B-7', count: 3 } } },
    },
    output({ status: '{{ nodes.send.data.status }}' }),
  ],
  edges: [edge('start', 'send'), edge('send', 'output')],
});

const loopGraph = {
  schemaVersion: '1.0',
  name: 'Regions one by one · 逐个地区',
  nodes: [
    START,
    {
      id: 'each',
      type: 'loop',
      name: 'Each region · 每个地区',
      config: { over: 'count', count: 4, collect: '{{ nodes.line.data }}' },
    },
    {
      id: 'sum',
      type: 'transform',
      name: 'Sum up · 汇总',
      parentId: 'each',
      config: { value: { n: '{{ nodes.each.data.index * 10 }}' } },
    },
    {
      id: 'line',
      type: 'transform',
      name: 'Write a line · 写一行',
      parentId: 'each',
      config: {
        value: { region: 'R{{ nodes.each.data.index }}', total: '{{ nodes.sum.data.n }}', open: false },
      },
    },
    output({ lines: '{{ nodes.each.data.results }}' }),
  ],
  edges: [edge('start', 'each'), edge('sum', 'line'), edge('each', 'output')],
};

const priceGraph = (rate: number, checked: boolean) => ({
  schemaVersion: '1.0',
  name: 'Price with tax · 含税价格',
  nodes: [
    START,
    ...(checked
      ? [
          {
            id: 'check',
            type: 'condition',
            name: 'Large order? · 大订单？',
            config: { cases: [{ id: 'large', when: 'inputs.net > 1000' }] },
          },
        ]
      : []),
    {
      id: 'price',
      type: 'transform',
      name: 'Add the tax · 加税',
      config: { value: { gross: `{{ inputs.net * ${1 + rate} }}` } },
    },
    output({ gross: '{{ nodes.price.data.gross }}' }),
  ],
  edges: checked
    ? [
        edge('start', 'check'),
        edge('check', 'price', 'large'),
        edge('check', 'output', 'else'),
        edge('price', 'output'),
      ]
    : [edge('start', 'price'), edge('price', 'output')],
});

const faultyGraph = {
  schemaVersion: '1.0',
  name: 'Full of faults · 处处有误',
  nodes: [
    START,
    {
      id: 'call',
      type: 'http',
      name: 'Call · 调用',
      config: { method: 'GET', url: 'example.com', headers: { Authorization: 'Bearer abc' } },
    },
    {
      id: 'text',
      type: 'transform',
      name: 'Text · 文本',
      config: { value: { a: '{{ nodes.cal.data.body }}', b: '{{ inputs. }}' } },
    },
    { id: 'rows', type: 'sql_read', name: 'Rows · 数据', config: { connection: 'prod', sql: 'SELECT 1' } },
    { id: 'alone', type: 'transform', name: 'Alone · 孤立', config: {} },
    output({ text: '{{ nodes.text.data.a }}' }),
  ],
  edges: [edge('start', 'call'), edge('call', 'text'), edge('text', 'rows'), edge('rows', 'output')],
  settings: { maxSteps: 900_000 },
};
