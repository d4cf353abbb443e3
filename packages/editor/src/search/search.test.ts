import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { describe, expect, it } from 'vitest';
import { createHistory, perform, undo } from '../history';
import { edgesText, sketch } from '../testing';
import { findInGraph, type GraphQuery } from './find-in-graph';
import { replaceInGraph } from './replace-in-graph';

const greeting = { name: 'Say hello', config: { value: { text: 'Hello, {{ inputs.name }}. hello!' } } };
const document = sketch('start>hello hello>hello1 hello1>output', {
  hello: greeting,
  hello1: { name: 'Other', config: { value: { a: '{{ nodes.hello.data.text }}', b: ['hello', 1, true] } } },
});

const found = (query: GraphQuery, inDocument = document) =>
  findInGraph(inDocument, query).map(
    ({ nodeId, part, path, text, from, to }) =>
      `${nodeId} ${[part, ...path].join('/')} ${text.slice(from, to)}`,
  );

const replace = (text: string, by: string, pick: (at: number) => boolean = () => true, from = document) =>
  replaceInGraph(
    from,
    nodeDefinitions,
    findInGraph(from, { text }).filter((_, at) => pick(at)),
    by,
  );

describe('search in a graph', () => {
  it('finds names, ids and the texts of configs, at every depth, in reading order', () => {
    expect(found({ text: 'hello' })).toEqual([
      'hello name hello',
      'hello id hello',
      'hello config/value/text Hello',
      'hello config/value/text hello',
      'hello1 id hello',
      'hello1 config/value/a hello',
      'hello1 config/value/b/0 hello',
    ]);
  });

  it.each([
    ['nothing for an empty text', { text: '' }, 0],
    ['only the same case when asked', { text: 'Hello', matchCase: true }, 1],
    ['signs as they are, not as a pattern', { text: '{{ inputs.name }}' }, 1],
    ['a dash and a bracket', { text: '[-' }, 0],
    ['no numbers or booleans', { text: 'true' }, 0],
  ])('gives %s', (_, query, count) => {
    expect(found(query)).toHaveLength(count);
  });

  it('finds Chinese, and a letter whose other case is longer, at the right place', () => {
    const odd = sketch('a', { a: { name: '你好 İstanbul 你好', config: {} } });
    const places = findInGraph(odd, { text: '你好' }).map(({ text, from, to }) => text.slice(from, to));
    expect(places).toEqual(['你好', '你好']);
  });
});

describe('replace in a graph', () => {
  it('replaces every match as one step that one undo takes back', () => {
    const { diff, count, refused } = replace('hello', 'bye');
    const history = perform(createHistory(document), { label: 'replace', diff });
    const { nodes } = history.document.graph;
    expect({ count, refused }).toEqual({ count: 7, refused: [] });
    expect(edgesText(history.document)).toBe('start>bye bye>bye1 bye1>output');
    expect(nodes.map((node) => [node.id, node.name, node.config])).toEqual([
      ['start', 'START', {}],
      ['bye', 'Say bye', { value: { text: 'bye, {{ inputs.name }}. bye!' } }],
      ['bye1', 'Other', { value: { a: '{{ nodes.bye.data.text }}', b: ['bye', 1, true] } }],
      ['output', 'OUTPUT', {}],
    ]);
    expect(undo(history).document).toEqual(document);
  });

  it('replaces one match of several in a text', () => {
    const { diff } = replace('hello', 'bye', (at) => at === 3);
    const { document: now } = perform(createHistory(document), { label: 'replace', diff });
    expect(now.graph.nodes[1]!.config).toEqual({ value: { text: 'Hello, {{ inputs.name }}. bye!' } });
  });

  it('B17: an id alone takes its exact references along and no others', () => {
    const { diff } = replace('hello', 'greet', (at) => at === 1);
    const { document: now } = perform(createHistory(document), { label: 'replace', diff });
    expect(now.graph.nodes.map((node) => node.id)).toEqual(['start', 'greet', 'hello1', 'output']);
    expect(now.graph.nodes[2]!.config).toEqual({
      value: { a: '{{ nodes.greet.data.text }}', b: ['hello', 1, true] },
    });
  });

  it.each([
    ['an id that is none', 'a b', 'invalid_id'],
    ['an id that another node has', 'hello1', 'taken_id'],
  ])('refuses %s and says so', (_, by, reason) => {
    const { refused, count } = replace('hello', by, (at) => at === 1);
    expect({ refused, count }).toEqual({ refused: [{ from: 'hello', to: by, reason }], count: 0 });
  });

  it('leaves references to an id that has to stay, and replaces the same word beside them', () => {
    const texts = {
      a: 'aa {{ nodes.aa.data.aa }}',
      b: '{{ nodes["aa"].data.x }}',
      c: '{{ nodes.aab.data.x }}',
    };
    const reading = sketch('aa>ab aab>ab', { ab: { config: { value: texts } } });
    const { diff, refused } = replace('aa', 'ab', () => true, reading);
    const { nodes } = perform(createHistory(reading), { label: 'replace', diff }).document.graph;
    expect(nodes.map(({ id }) => id)).toEqual(['aa', 'ab', 'abb']);
    expect(nodes[1]!.config.value).toEqual({
      a: 'ab {{ nodes.aa.data.ab }}',
      b: '{{ nodes["aa"].data.x }}',
      c: '{{ nodes.abb.data.x }}',
    });
    expect(refused).toEqual([{ from: 'aa', to: 'ab', reason: 'taken_id' }]);
  });

  it('lets edges follow an output whose name is replaced', () => {
    const when = { left: '{{ inputs }}', op: 'not_empty' };
    const branching = sketch('start>c c.yes>output', {
      c: { type: 'condition', config: { cases: [{ id: 'yes', when }] } },
    });
    const { diff } = replace('yes', 'sure', () => true, branching);
    const { document: now } = perform(createHistory(branching), { label: 'replace', diff });
    expect(edgesText(now)).toBe('start>c c.sure>output');
  });

  it('leaves a match alone that the document no longer holds', () => {
    const matches = findInGraph(document, { text: 'Say' });
    const changed = sketch('hello', { hello: { name: 'Changed', config: {} } });
    expect(replaceInGraph(changed, nodeDefinitions, matches, 'x').count).toBe(0);
  });
});
