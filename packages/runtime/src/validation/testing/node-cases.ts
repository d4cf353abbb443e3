import { drawGraph } from './draw-graph';
import { calls, condition, http, type IssueCase, loop, merge, value } from './graphs';

/** What a node cannot be set to. */
export const nodeCases: IssueCase[] = [
  [
    'RETRY_NOT_ALLOWED',
    'retry of what makes no attempts',
    drawGraph('start>a a>out', { a: { retry: {} } }),
    '/nodes/1/retry',
  ],
  [
    'TIMEOUT_NOT_ALLOWED',
    'a limit on what takes no time',
    drawGraph('start>a a>out', { a: { timeoutSeconds: 5 } }),
    '/nodes/1/timeoutSeconds',
  ],
  [
    'ON_ERROR_NOT_ALLOWED',
    'going on behind a failed condition',
    drawGraph('start>c c.yes>out', { c: { ...condition, onError: 'continue' } }),
    '/nodes/1/onError',
  ],
  [
    'ON_ERROR_NOT_ALLOWED',
    'a merge that branches',
    drawGraph('start>m m>out', { m: { ...merge, onError: 'branch' } }),
    '/nodes/1/onError',
  ],
  [
    'LOOP_STATE_PARALLEL',
    'state handed on in parallel',
    drawGraph('start>l l>out', { l: loop({ concurrency: 2, nextState: 1 }), b: { parentId: 'l' } }),
    '/nodes/1/config/nextState',
  ],
  [
    'DUPLICATE_CASE_ID',
    'one case id twice',
    drawGraph('start>c c.a>out', {
      c: {
        type: 'condition',
        config: {
          cases: [
            { id: 'a', when: 'true' },
            { id: 'a', when: 'true' },
          ],
        },
      },
    }),
    '/nodes/1/config/cases/1/id',
  ],
  [
    'RESERVED_CASE_ID',
    'a case called else',
    drawGraph('start>c c.else>out', {
      c: { type: 'condition', config: { cases: [{ id: 'else', when: 'true' }] } },
    }),
    '/nodes/1/config/cases/0/id',
  ],
  [
    'TEMPLATE_NOT_ALLOWED',
    '{{ in a URL',
    drawGraph('start>a a>out', { a: http({ url: 'https://example.com/{{ inputs.id }}' }) }),
    '/nodes/1/config/url',
  ],
  [
    'URL_INVALID',
    'half a URL',
    drawGraph('start>a a>out', { a: http({ url: 'example.com' }) }),
    '/nodes/1/config/url',
  ],
  [
    'NOT_AVAILABLE_YET',
    'a policy that comes later',
    drawGraph('start>ask ask.approved>out ask.rejected>out ask.timed_out>out', {
      ask: {
        type: 'human_input',
        config: { mode: 'approval', message: '?', deadlineSeconds: 9, onTimeout: { policy: 'notify' } },
      },
    }),
    '/nodes/1/config/onTimeout/policy',
  ],
  [
    'SECRET_LITERAL',
    'a key in a header',
    drawGraph('start>a a>out', {
      a: http({
        headers: { Authorization: 'Bearer abc', 'X-Api-Key': '{{ inputs.key }}', Accept: 'text/html' },
      }),
    }),
    '/nodes/1/config/headers/Authorization',
  ],
  [
    'UNCONNECTED_HANDLE',
    'nothing behind error',
    drawGraph('start>a a>out', { a: { onError: 'branch' } }),
    '/nodes/1',
  ],
  [
    'UNCONNECTED_HANDLE',
    'nothing behind rejected and timed_out',
    drawGraph('start>h h.approved>out', { h: { type: 'human_input', config: { message: 'ok?' } } }),
    '/nodes/1',
    '/nodes/1',
  ],
  [
    'OUTPUT_KEY_CLASH',
    'one key from two outputs',
    drawGraph('start>out start>out2', { out: value(1), out2: value(2) }),
    '/nodes/2/config/value/x',
  ],
  [
    'UNKNOWN_SKILL',
    'a skill nobody has',
    drawGraph('start>a a>out', { a: { type: 'skill', config: { skill: 'text.statistic' } } }),
    '/nodes/1/config/skill',
  ],
  [
    'UNKNOWN_CONNECTION',
    'a connection nobody has',
    drawGraph('start>a a>out', { a: { type: 'sql_read', config: { connection: 'prod', sql: 'SELECT 1' } } }),
    '/nodes/1/config/connection',
  ],
  [
    'UNKNOWN_PROVIDER',
    'a provider nobody has',
    drawGraph('start>a a>out', { a: { type: 'agent', config: { provider: 'other', prompt: 'x' } } }),
    '/nodes/1/config/provider',
  ],
  [
    'SETTING_CLAMPED',
    'more steps than allowed',
    drawGraph('start>out', {}, { settings: { maxSteps: 501 } }),
    '/settings/maxSteps',
  ],
  [
    'SETTING_CLAMPED',
    'an attempt longer than allowed',
    drawGraph('start>a a>out', { a: { ...http({}), timeoutSeconds: 4000 } }),
    '/nodes/1/timeoutSeconds',
  ],
  [
    'SETTING_CLAMPED',
    'a loop beyond the setting',
    drawGraph('start>l l>out', { l: loop({ maxIterations: 9 }), b: { parentId: 'l' } }),
    '/nodes/1/config/maxIterations',
  ],
  [
    'STEPS_OVER_LIMIT',
    'a chain longer than a run may be',
    drawGraph('start>a a>b b>c c>out', {}, { settings: { maxSteps: 2 } }),
    '/settings/maxSteps',
  ],
  [
    'STEPS_OVER_LIMIT',
    'a loop whose passes are more than a run may be',
    drawGraph(
      'start>l l>out a>b',
      { l: loop({ count: 4 }), a: { parentId: 'l' }, b: { parentId: 'l' } },
      { settings: { maxSteps: 8 } },
    ),
    '/settings/maxSteps',
  ],

  [
    'SUBWORKFLOW_MISSING',
    'no such workflow',
    drawGraph('start>s s>out', { s: calls('gone') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_MISSING',
    'no such version',
    drawGraph('start>s s>out', { s: calls('typed', { version: 7 }) }),
    '/nodes/1/config/version',
  ],
  [
    'SUBWORKFLOW_NOT_PUBLISHED',
    'only a draft',
    drawGraph('start>s s>out', { s: calls('unpublished') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_CYCLE',
    'B31: itself',
    drawGraph('start>s s>out', { s: calls('drawn') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_CYCLE',
    'B31: itself by way of two others',
    drawGraph('start>s s>out', { s: calls('calls-caller') }),
    '/nodes/1/config/workflowId',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'a missing input',
    drawGraph('start>s s>out', { s: calls('typed', { input: {} }) }),
    '/nodes/1/config/input',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'an unexpected input',
    drawGraph('start>s s>out', {
      s: calls('typed', { input: { name: '{{ inputs.n }}', colour: '{{ inputs.c }}' } }),
    }),
    '/nodes/1/config/input/colour',
  ],
  [
    'SUBWORKFLOW_INPUT',
    'a fixed input of the wrong type',
    drawGraph('start>s s>out', { s: calls('typed', { input: { name: '{{ inputs.n }}', count: 'two' } }) }),
    '/nodes/1/config/input/count',
  ],
];
