import { expect, it } from 'vitest';
import { createNodeServices } from './node-services';

const parts = {
  sandbox: { run: () => Promise.reject(new Error('No sandbox here.')), close: async () => {} },
  validate: () => [],
};

it.each([
  [{}, undefined, [], ['demo']],
  [{ WEFTWORK_OPENAI_API_KEY: 'k' }, 'postgres://demo', ['demo'], ['openai', 'demo']],
])(
  'offers to people what validation takes, with environment %j',
  async (env, demoUrl, connections, providers) => {
    const nodes = createNodeServices({ ...parts, env, demoUrl });
    const { options, names } = nodes;
    expect([names.connections, names.providers]).toEqual([connections, providers]);
    expect({
      skills: options.skills.map(({ name }) => name),
      connections: options.connections,
      providers: options.providers.map(({ name }) => name),
    }).toEqual(names);
    expect([
      ...options.skills.map((skill) => skill.description),
      ...options.providers.map((one) => one.label),
    ]).not.toContain('');
    await nodes.close();
  },
);
