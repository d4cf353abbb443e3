import { readFileSync } from 'node:fs';
import { readQuotas, validateGraph } from '@weftwork/runtime';
import {
  EVENT_PAYLOADS,
  type EventEnvelope,
  EventEnvelopeSchema,
  NODE_TYPES,
  type WorkflowGraph,
} from '@weftwork/schema';
import { listSamples, loadSample, loadSampleGraph } from '@weftwork/schema/samples';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeDefinitions } from './definitions';
import { BUILT_IN_SKILL_NAMES } from './skill/definition';

const samples = listSamples();
const names = samples.map(({ name }) => name);

const library = new Map(names.map((name) => loadSampleGraph(name)).map((graph) => [graph.id, graph]));

function validate(graph: WorkflowGraph) {
  return validateGraph(graph, {
    definitions: nodeDefinitions,
    quotas: readQuotas({}),
    skills: BUILT_IN_SKILL_NAMES,
    connections: ['demo'],
    providers: ['demo'],
    loadWorkflow: async (id) => {
      const child = library.get(id);
      return child && { version: { number: 1, graph: child } };
    },
  });
}

describe('the samples', () => {
  it('are listed once, each behind what it needs', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const [index, { needs }] of samples.entries()) {
      for (const name of needs) expect(names.slice(0, index)).toContain(name);
    }
    expect(library.size).toBe(names.length);
  });

  it('have one per node type that uses it', () => {
    for (const type of NODE_TYPES) {
      expect(loadSampleGraph(`nodes/${type}`).nodes.map((node) => node.type)).toContain(type);
    }
  });

  it('show three cards in both languages', () => {
    expect(samples.filter(({ card }) => card)).toHaveLength(3);
    for (const { title, description } of samples) {
      expect(title.zh).not.toBe(title.en);
      expect(description.zh).not.toBe(description.en);
    }
  });

  it.each(names)('%s publishes without an error or a warning', async (name) => {
    expect((await validate(loadSampleGraph(name))).issues).toEqual([]);
  });

  it.each(names)('%s runs with the defaults of its input', (name) => {
    const { inputSchema } = loadSampleGraph(name);
    const properties = Object.values((inputSchema.properties ?? {}) as Record<string, object>);
    expect(properties.every((property) => 'default' in property)).toBe(true);
  });

  it.each(names)('%s places each of its nodes on the grid, bodies inside their loops', (name) => {
    const { graph, layout } = loadSample(name);
    expect(Object.keys(layout.nodes).sort()).toEqual(graph.nodes.map(({ id }) => id).sort());
    for (const { id, parentId, type } of graph.nodes) {
      const { x, y, width = 192, height = 80 } = layout.nodes[id]!;
      expect([x % 8, y % 8]).toEqual([0, 0]);
      if (type === 'loop') expect([width % 8, height % 8]).toEqual([0, 0]);
      if (parentId === undefined) continue;
      const loop = layout.nodes[parentId]!;
      expect(x + width).toBeLessThanOrEqual(loop.width!);
      expect(y + height).toBeLessThanOrEqual(loop.height!);
    }
  });

  it('refuse a name that leads elsewhere', () => {
    for (const name of ['nowhere', '../package', ''])
      expect(() => loadSample(name)).toThrow('There is no sample');
  });
});

describe('the example of an event log', () => {
  const file = new URL('../../../samples/event_envelope_example.json', import.meta.url);
  const envelopes = JSON.parse(readFileSync(file, 'utf8')) as EventEnvelope[];

  it('holds envelopes and payloads of the schema', () => {
    expect(z.array(EventEnvelopeSchema).safeParse(envelopes).error).toBeUndefined();
    for (const { type, data } of envelopes)
      expect(EVENT_PAYLOADS[type].safeParse(data).error).toBeUndefined();
  });

  it('is numbered without gaps and ends with its one terminal event', () => {
    expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_, index) => index + 1));
    expect(new Set(envelopes.map(({ runId }) => runId)).size).toBe(1);
    const terminal = envelopes.filter(({ type }) => /^run\.(completed|failed|cancelled)$/.test(type));
    expect(terminal).toEqual([envelopes.at(-1)]);
  });
});
