import { type JsonObject, NODE_TYPES, type NodeType } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { issueCodeOf, nodeDefinitions } from './definitions';

function issuesOf(type: NodeType, config: unknown) {
  const parsed = nodeDefinitions[type].configSchema.safeParse(config);
  return (parsed.error?.issues ?? []).map((issue) => ({
    at: issue.path.join('/'),
    code: issueCodeOf(issue) ?? issue.code,
  }));
}

describe('node definitions', () => {
  it('cover each node type once and only executors make attempts', () => {
    expect(Object.keys(nodeDefinitions).sort()).toEqual([...NODE_TYPES].sort());
    for (const [type, definition] of Object.entries(nodeDefinitions)) {
      expect(definition.type).toBe(type);
      expect(definition.effectClass !== undefined).toBe(definition.kind === 'executor');
      expect(definition.loopPolicy !== undefined).toBe(definition.kind === 'loop');
    }
  });

  it.each(NODE_TYPES)('%s bears a config of any shape', (type) => {
    const definition = nodeDefinitions[type];
    const configs: JsonObject[] = [
      {},
      { cases: 3 },
      { cases: [null, { id: 1 }] },
      { mode: [] },
      { over: {} },
    ];
    for (const config of configs) {
      expect(Array.isArray(definition.handles(config))).toBe(true);
      definition.join(config);
      definition.effectClass?.(config);
      definition.loopPolicy?.(config);
      definition.configSchema.safeParse(config);
    }
  });

  it.each(NODE_TYPES)('%s names form fields, defaults and expressions that its schema knows', (type) => {
    const definition = nodeDefinitions[type];
    const names = [
      ...definition.fields.map((field) => field.name),
      ...definition.expressions.map((field) => field.path[0]!),
      ...Object.keys(definition.defaults),
    ];
    const config = Object.fromEntries(names.map((name) => [name, null]));
    const unknown = definition.configSchema
      .safeParse(config)
      .error?.issues.filter((issue) => issue.code === 'unrecognized_keys');
    expect(unknown ?? []).toEqual([]);
  });

  it.each(NODE_TYPES)('%s refuses a key that is not listed, with its path', (type) => {
    expect(issuesOf(type, { ...nodeDefinitions[type].initialConfig, surprise: 1 })).toContainEqual({
      at: '',
      code: 'unrecognized_keys',
    });
  });

  it('start with a config that publishes wherever nothing has to be chosen', () => {
    const invalid = NODE_TYPES.filter(
      (type) => issuesOf(type, nodeDefinitions[type].initialConfig).length > 0,
    );
    expect(invalid).toEqual(['http', 'subworkflow']);
  });

  const refusals: [NodeType, object, string, string][] = [
    ['condition', { cases: [] }, 'cases', 'too_small'],
    ['condition', { cases: [{ id: 'a', when: 1 }] }, 'cases/0/when', 'custom'],
    ['condition', { cases: [{ id: 'else', when: 'true' }] }, 'cases/0/id', 'RESERVED_CASE_ID'],
    [
      'condition',
      {
        cases: [
          { id: 'a', when: 'true' },
          { id: 'a', when: 'true' },
        ],
      },
      'cases/1/id',
      'DUPLICATE_CASE_ID',
    ],
    ['loop', { over: 'count' }, 'count', 'MISSING_FIELD'],
    ['loop', {}, 'items', 'MISSING_FIELD'],
    ['loop', { items: [], concurrency: 2, nextState: 1 }, 'nextState', 'LOOP_STATE_PARALLEL'],
    ['loop', { items: [], concurrency: 0 }, 'concurrency', 'too_small'],
    ['http', { method: 'GET', url: 'https://a.test/{{ inputs.id }}' }, 'url', 'TEMPLATE_NOT_ALLOWED'],
    ['http', { method: 'GET', url: 'https://a.test/?a=1' }, 'url', 'URL_INVALID'],
    ['http', { method: 'GET', url: 'ftp://a.test/' }, 'url', 'URL_INVALID'],
    ['http', { method: 'GET', url: 'https://{host}/', pathParams: { host: 'a' } }, 'url', 'URL_INVALID'],
    ['http', { method: 'GET', url: 'https://u:p@a.test/' }, 'url', 'URL_INVALID'],
    ['http', { method: 'GET', url: 'https://a.test/{id}' }, 'pathParams', 'URL_INVALID'],
    [
      'http',
      { method: 'POST', url: 'https://a.test/', body: { type: 'json' } },
      'body/value',
      'MISSING_FIELD',
    ],
    ['http', { method: 'GET', url: 'https://a.test/', headers: 3 }, 'headers', 'custom'],
    ['human_input', { mode: 'form' }, 'message', 'MISSING_FIELD'],
    ['human_input', { mode: 'signal' }, 'signal', 'MISSING_FIELD'],
    ['human_input', { message: '?', approvers: { required: 0 } }, 'approvers/required', 'too_small'],
    [
      'human_input',
      { mode: 'form', message: '?', onTimeout: { policy: 'autoApprove' } },
      'onTimeout/policy',
      'custom',
    ],
    ['agent', { prompt: 'x', tools: [{ skill: 'a' }] }, 'tools', 'custom'],
    ['agent', { prompt: 'x', outputSchema: { type: 'array' } }, 'outputSchema/type', 'custom'],
    ['agent', { prompt: 'x', decision: { choices: [] } }, 'decision', 'custom'],
    ['sql_read', { connection: 'demo', sql: ' ' }, 'sql', 'custom'],
    ['subworkflow', { workflowId: 'a', version: 0 }, 'version', 'too_small'],
  ];
  it.each(refusals)('%s refuses %j at %s as %s', (type, config, at, code) => {
    expect(issuesOf(type, config)).toEqual([{ at, code }]);
  });

  const acceptances: [NodeType, object][] = [
    ['human_input', { mode: 'signal', signal: { name: 'paid', key: '{{ inputs.order }}' } }],
    [
      'human_input',
      {
        message: '?',
        assignee: { group: 'editors' },
        approvers: { required: 2, groups: ['editors'], reason: 'Two pairs of eyes' },
        deadlineSeconds: 60,
        onTimeout: {
          policy: 'chain',
          policies: [
            { policy: 'notify' },
            { policy: 'escalate', to: { user: 'lin' } },
            { policy: 'autoApprove' },
          ],
        },
      },
    ],
    [
      'http',
      {
        method: 'GET',
        url: 'https://a.test/{id}',
        pathParams: '{{ inputs }}',
        headers: { a: { $secret: 'A' } },
      },
    ],
    ['code', { source: 'function main() { return "{{ not a template }}" }' }],
    ['agent', { prompt: 'x', tools: [] }],
  ];
  it.each(acceptances)('%s accepts %j', (type, config) => {
    expect(issuesOf(type, config)).toEqual([]);
  });

  it('gives a condition one handle per case and "else"', () => {
    const cases = [
      { id: 'good', when: 'true' },
      { id: 'fair', when: 'true' },
    ];
    expect(nodeDefinitions.condition.handles({ cases })).toEqual(['good', 'fair', 'else']);
  });

  it('classes an HTTP call by what repeating it would do', () => {
    const classOf = (config: JsonObject) => nodeDefinitions.http.effectClass?.(config);
    expect(classOf({ method: 'HEAD' })).toBe('replayable');
    expect(classOf({ method: 'POST' })).toBe('atMostOnce');
    expect(classOf({ method: 'DELETE', idempotencyKey: true })).toBe('keyed');
  });

  it('asks a while loop before each iteration, whatever concurrency says', () => {
    expect(nodeDefinitions.loop.loopPolicy?.({ over: 'while', while: 'true', concurrency: 8 })).toMatchObject(
      {
        over: 'while',
        concurrency: 1,
      },
    );
  });
});
