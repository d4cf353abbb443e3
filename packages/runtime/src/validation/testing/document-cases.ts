import { drawGraph } from './draw-graph';
import { deep, http, type IssueCase, value } from './graphs';

/** What a document cannot hold. */
export const documentCases: IssueCase[] = [
  [
    'FORBIDDEN_KEY',
    'a key __proto__',
    JSON.parse(JSON.stringify(drawGraph('start>out')).replace('"value":{}', '"value":{"__proto__":1}')),
    '/nodes/1/config/value/__proto__',
  ],
  [
    'NUMBER_NOT_EXACT',
    'a number too large',
    drawGraph('start>out', { out: value(2 ** 60) }),
    '/nodes/1/config/value/x',
  ],
  [
    'LONE_SURROGATE',
    'half a character',
    drawGraph('start>out', { out: { name: '\ud800' } }),
    '/nodes/1/name',
  ],
  ['NULL_CHARACTER', 'U+0000', drawGraph('start>out', { out: { name: 'a\u0000' } }), '/nodes/1/name'],
  [
    'TOO_DEEP',
    'a value nested too deep',
    drawGraph('start>out', { out: value(deep(60)) }),
    `/nodes/1/config/value/x${'/properties/a'.repeat(47)}/properties`,
  ],
  [
    'UNKNOWN_FIELD',
    'a field that no node has',
    drawGraph('start>out', { out: { colour: 'red' } }),
    '/nodes/1/colour',
  ],
  [
    'UNKNOWN_FIELD',
    'a field that no such config has',
    drawGraph('start>out', { out: { config: { value: {}, 'a/b': 1 } } }),
    '/nodes/1/config/a~1b',
  ],
  ['MISSING_FIELD', 'a node without name', drawGraph('start>out', { out: { name: null } }), '/nodes/1/name'],
  [
    'MISSING_FIELD',
    'a config without value',
    drawGraph('start>out', { out: { config: {} } }),
    '/nodes/1/config/value',
  ],
  [
    'INVALID_FIELD',
    'a wrong choice',
    drawGraph('start>a a>out', { a: http({ expect: '3xx' }) }),
    '/nodes/1/config/expect',
  ],
  [
    'INVALID_FIELD',
    'a kind of error that is none',
    drawGraph('start>a a>out', { a: { ...http({}), retry: { retryOn: ['any', 'sometimes'] } } }),
    '/nodes/1/retry/retryOn/1',
  ],
  [
    'INVALID_FIELD',
    'a secret without name',
    drawGraph('start>a a>out', { a: http({ headers: { A: { $secret: 1 } } }) }),
    '/nodes/1/config/headers/A',
  ],
  [
    'DUPLICATE_FIELD',
    'a field in both spellings',
    drawGraph('start>out', { out: { onError: 'fail', on_error: 'fail' } }),
    '/nodes/1/on_error',
  ],
  [
    'UNSUPPORTED_SCHEMA_VERSION',
    'a newer file',
    drawGraph('start>out', {}, { schemaVersion: '1.7' }),
    '/schemaVersion',
  ],
  [
    'UNKNOWN_NODE_TYPE',
    'a type of another product',
    drawGraph('start>a a>out', { a: { type: 'llm' } }),
    '/nodes/1/type',
  ],
  ['INVALID_ID', 'an id with a blank', drawGraph('start>out', { out: { id: 'a b' } }), '/nodes/1/id'],
];
