/**
 * Makes the folder of a node type: `npm run new:node <type> [pure|executor]`. It writes only new files and says which
 * lists to add the type to; the compiler names what is still missing.
 */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.env.WEFTWORK_NEW_NODE_ROOT ?? join(dirname(fileURLToPath(import.meta.url)), '..');
const [type, kind = 'executor'] = process.argv.slice(2);

if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(type ?? '') || !['pure', 'executor'].includes(kind)) {
  console.error('Usage: npm run new:node <type_in_snake_case> [pure|executor]');
  process.exit(2);
}

const folderName = type.replaceAll('_', '-');
const camel = type.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
const pascal = camel[0].toUpperCase() + camel.slice(1);
const folder = join(root, 'packages/nodes/src', folderName);
if (existsSync(folder)) {
  console.error(`${folder} is there already; choose another type.`);
  process.exit(1);
}

const traits = kind === 'pure' ? 'pureTraits' : 'attemptTraits';

const definition = `import type { NodeDefinition } from '@weftwork/schema';
import { z } from 'zod';
import { templateMap } from '../shared/config-schema';
import { ${traits} } from '../shared/traits';

export const ${camel}ConfigSchema = z.strictObject({ input: templateMap.optional() });
export type ${pascal}Config = z.infer<typeof ${camel}ConfigSchema>;

export const ${camel}Definition: NodeDefinition = {
  ...${traits},
  type: '${type}',
  kind: '${kind}',
  group: 'data',
  icon: 'box',
  configSchema: ${camel}ConfigSchema,
  defaults: { input: {} },
  expressions: [{ path: ['input'], mode: 'template' }],
  fields: [{ name: 'input', control: 'templateMap' }],
${kind === 'executor' ? "  // What repeating an attempt would do: see EffectClass.\n  effectClass: () => 'atMostOnce',\n" : ''}  initialConfig: { input: {} },
  errorCodes: [],
};
`;

const evaluator = `import { compileTemplateValue } from '@weftwork/expressions';
import type { PureEvaluator } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';

export const ${camel}Evaluator: PureEvaluator = {
  prepare(node) {
    const evaluate = compileTemplateValue(node.config.input ?? {});
    // The config schema asks for an object by name, and evaluating keeps its shape.
    return ({ scope }) => ({ data: evaluate(scope) as JsonObject });
  },
};
`;

const executor = `import type { NodeExecutor } from '@weftwork/runtime';
import { type JsonObject, nodeResult } from '@weftwork/schema';

/** Makes one attempt. Throw \`NodeError\` with the retry kinds and how far the attempt got. */
export function create${pascal}Executor(): NodeExecutor {
  return {
    async execute(config, ctx) {
      ctx.signal.throwIfAborted();
      return nodeResult(config.input as JsonObject);
    },
  };
}
`;

const executorTest = `import { expect, it } from 'vitest';
import { createFakeContext } from '../shared/fake-context';
import { create${pascal}Executor } from './executor';

it('hands on its input', async () => {
  const result = await create${pascal}Executor().execute({ input: { n: 1 } }, createFakeContext());
  expect(result.data).toEqual({ n: 1 });
});
`;

const evaluatorTest = `import { expect, it } from 'vitest';
import { ${camel}Evaluator } from './evaluator';

it('evaluates its input', () => {
  const config = { input: { n: '{{ inputs.n }}' } };
  const evaluate = ${camel}Evaluator.prepare({ id: 'it', type: '${type}', name: 'It', config, onError: 'fail' });
  const scope = { inputs: { n: 1 }, runId: 'run', nodeData: () => undefined };
  expect(evaluate({ scope, sources: [] }).data).toEqual({ n: 1 });
});
`;

const readme = `# ${type}

One sentence on what it does.

\`\`\`json
{ "input": { "n": "{{ inputs.n }}" } }
\`\`\`

What it is not. Where to start reading.
`;

const sample = {
  graph: {
    schemaVersion: '1.0',
    id: `node_${type}`,
    name: `Node: ${type}`,
    inputSchema: { type: 'object', properties: { n: { type: 'number', default: 1 } } },
    outputSchema: {},
    nodes: [
      { id: 'start', type: 'start', name: 'Start', config: {} },
      { id: 'it', type, name: 'It', config: { input: { n: '{{ inputs.n }}' } } },
      { id: 'output', type: 'output', name: 'Output', config: { value: { n: '{{ nodes.it.data.n }}' } } },
    ],
    edges: [
      { id: 'start-it', source: 'start', target: 'it' },
      { id: 'it-output', source: 'it', target: 'output' },
    ],
  },
  layout: { nodes: { start: { x: 64, y: 64 }, it: { x: 320, y: 64 }, output: { x: 576, y: 64 } } },
};

const part = kind === 'pure' ? 'evaluator' : 'executor';
const files = {
  [join(folder, 'definition.ts')]: definition,
  [join(folder, `${part}.ts`)]: kind === 'pure' ? evaluator : executor,
  [join(folder, `${part}.test.ts`)]: kind === 'pure' ? evaluatorTest : executorTest,
  [join(folder, 'README.md')]: readme,
  [join(root, 'samples/nodes', `${type}.json`)]: `${JSON.stringify(sample, null, 2)}\n`,
};
for (const [path, text] of Object.entries(files)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
  console.log(`made ${path.slice(root.length + 1)}`);
}

console.log(`
Now add "${type}" to
  packages/schema/src/workflow-graph.ts      NODE_TYPES (a new schema version: see its ADR)
  packages/nodes/src/definitions.ts          ${camel}Definition
  packages/nodes/src/node-implementations.ts its ${part}
  samples/index.json                         nodes/${type}, with title and description in both languages
  apps/studio catalogues                     nodes.${type}.name, .description and .fields
and run npm run check.`);
