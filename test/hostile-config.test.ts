import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  createGraphValidator,
  createMemoryStore,
  createWorkflowService,
  DEFAULT_QUOTAS,
} from '@weftwork/runtime';
import { isJsonObject, type JsonObject, type JsonValue, NODE_TYPES } from '@weftwork/schema';
import { expect, it } from 'vitest';

const HOSTILE = [
  'globalThis.owned = true',
  '{{ globalThis.owned = true }}',
  '{{ (() => { globalThis.owned = true })() }}',
  '{{ inputs.constructor.constructor("globalThis.owned = true")() }}',
  '${globalThis.owned = true}',
  '<%= globalThis.owned = true %>',
  '); globalThis.owned = true; (',
];

const store = createMemoryStore().workflows;
const service = createWorkflowService({
  store,
  validate: createGraphValidator({ definitions: nodeDefinitions, quotas: DEFAULT_QUOTAS, store }),
  definitions: nodeDefinitions,
  quotas: DEFAULT_QUOTAS,
});

/** The config once per text in it, with the hostile text in its place; keys as well. */
function* poisoned(value: JsonValue, text: string): Generator<JsonValue> {
  yield text;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const bad of poisoned(item, text)) yield value.with(index, bad);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      for (const bad of poisoned(value[key]!, text)) yield { ...value, [key]: bad };
      yield { ...value, [text]: value[key]! };
    }
  }
}

it.each(NODE_TYPES)(
  'SEC07 no text in the config of %s runs when it is saved, checked or published',
  async (type) => {
    const { initialConfig, fields } = nodeDefinitions[type];
    const config: JsonObject = {
      ...Object.fromEntries(fields.map(({ name }) => [name, 'x'])),
      ...initialConfig,
    };
    for (const text of HOSTILE) {
      for (const bad of poisoned(config, text)) {
        const node = { id: 'n', type, name: text, config: isJsonObject(bad) ? bad : { value: bad } };
        const { id } = await service.create('local', { graph: { name: text, nodes: [node], edges: [] } });
        await service.validate('local', id);
        await service.publish('local', id, 'test').catch(() => {});
        await service.export('local', id);
      }
    }
    expect(globalThis).not.toHaveProperty('owned');
  },
);
