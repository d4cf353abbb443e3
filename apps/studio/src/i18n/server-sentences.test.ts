import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import chinese from '../../messages/sentences/zh.json';
import { sentenceTranslator } from './server-sentences';

const translate = sentenceTranslator(chinese);
const packages = new URL('../../../../packages/', import.meta.url);

describe('a sentence of the server in Chinese', () => {
  it.each([
    ['"url" is missing.', '缺少“url”。'],
    ['The graph needs a start node.', '图中需要一个输入节点。'],
    ['There is no node "cal"; did you mean "call"?', '没有节点“cal”；是否指“call”？'],
    ['"c" has no output "x"; it has "a", "else".', '“c”没有出口“x”，它有 "a", "else"。'],
    ['"n" must be a value of type string.', '“n”的类型应为文本。'],
    ['"n" must be integer.', '“n”必须是整数。'],
    ['"n" must be "x".', '“n”必须是 "x"。'],
    ['"group" must not be blank.', '“group”不能为空白。'],
    [
      '"value" must be an object, or one {{ … }} that gives one.',
      '“value”必须是对象，或一个结果为对象的 {{ … }}。',
    ],
    [
      'The expression ends too early (at character 8 of "inputs.").',
      '表达式没有写完（“inputs.”的第 8 个字符）。',
    ],
    [
      '"not" is not part of the language: write "!" (at character 1 of "not a").',
      '语言里没有“not”：请写“!”（“not a”的第 1 个字符）。',
    ],
    [
      'inputs.customer is missing: inputs has no such key; did you mean "customers"?',
      'inputs.customer 不存在：inputs 没有这个键；是否指“customers”？',
    ],
    ['shop.example refused the connection.', 'shop.example 拒绝了连接。'],
    [
      'The output does not fit outputSchema at "/total": "total" is missing.',
      '输出在“/total”处不符合约定的结构：缺少“total”。',
    ],
    [
      'The skill "text.statistics" failed: the disk is full',
      '技能“text.statistics”执行失败：the disk is full',
    ],
    [
      '"a" takes booleans, not a list; compare, or use isEmpty(…).',
      '“a”需要布尔值，而不是列表；请做比较，或用 isEmpty(…)。',
    ],
    [
      'The URL has the hole {id}, but "pathParams" gives no value "id".',
      '网址里有占位 {id}，但“pathParams”没有给出“id”的值。',
    ],
  ])('%s', (english, expected) => {
    expect(translate(english)).toBe(expected);
  });

  it.each(['', 'Whatever else somebody wrote.', 'TypeError: x is not a function', 'A note. And more'])(
    'is not made up for %j',
    (text) => {
      expect(translate(text)).toBeUndefined();
    },
  );

  it('keeps every value', () => {
    const names = (text: string) => [...text.matchAll(/\{([A-Za-z]\w*)\}/g)].map(([, name]) => name!);
    for (const [english, text] of Object.entries(chinese)) {
      // The same name twice in English is one value that Chinese may say once.
      const left = names(english).filter((name) => name !== 'same' && !names(text).includes(name));
      expect([english, left]).toEqual([english, []]);
      expect(names(english)).toEqual(expect.arrayContaining(names(text)));
    }
  });
});

/** Where the sentences stand that people read about their graphs and runs. */
const FOLDERS = [
  'runtime/src/validation',
  'runtime/src/graph',
  'runtime/src/walker',
  'runtime/src/workflows',
  'runtime/src/child-runs.ts',
  'runtime/src/run-starter.ts',
  'runtime/src/answers.ts',
  'runtime/src/signal-key.ts',
  'runtime/src/effect-host.ts',
  'engine/src/run.ts',
  'expressions/src',
  'schema/src/parse-graph.ts',
  'schema/src/exactness.ts',
  'nodes/src/agent',
  'nodes/src/condition',
  'nodes/src/http',
  'nodes/src/human-input',
  'nodes/src/loop',
  'nodes/src/skill/executor.ts',
  'nodes/src/sql-read',
  'sandbox/src/sandbox.ts',
  'sandbox/src/compile-source.ts',
];

/** Sentences that are no news to anybody: of the demo model, of the import's report, of an operator's settings, of a defect. */
const NOT_SAID =
  /demo\/|openai-provider|WEFTWORK_HTTP_ALLOW: |Two skills|Imported|Its reference|A published version|The version of this run|sandbox is closed|sandbox sent|no source map|More lines|The process that|Idempotency-Key|The key belongs|VARIABLES|WEFTWORK_MAX|whole number above 0|Write three sentences|Please check and decide/;

/** Pieces of sentences, and sentences with a piece that is one of a few: the list names each whole. */
const PIECES =
  /no field "x"x|There is no such node|Did you mean "x"|: x the loop|: x problems|has x x; fix|The step x waits for x|has x x, counted|was given x x/;

describe('the list of sentences', () => {
  it('knows every sentence that validation, expressions, nodes and runs can say', () => {
    const unknown = FOLDERS.flatMap((folder) => filesOf(new URL(folder, packages)))
      .flatMap((file) =>
        sentencesOf(file).map((sentence) => `${file.pathname.split('/packages/')[1]}: ${sentence}`),
      )
      .filter(
        (line) =>
          !NOT_SAID.test(line) &&
          !PIECES.test(line) &&
          translate(line.slice(line.indexOf(': ') + 2)) === undefined,
      );
    expect(unknown).toEqual([]);
  });

  it('knows what the schemas of nodes say about a field', () => {
    const pieces = ['nodes/src', 'schema/src/workflow-graph.ts']
      .flatMap((folder) => filesOf(new URL(folder, packages)))
      .flatMap(
        (file) =>
          readFileSync(file, 'utf8').match(/(?<=, ')must [^']+(?='\))|(?<=^ {2}')must [^']+(?=',$)/gm) ?? [],
      );
    expect(pieces).toContain('must not be blank');
    expect(pieces).toContain('must be a text such as "inputs.n > 3", or a condition tree');
    const said = [...new Set(pieces)].map((piece) => `"x" ${piece}.`);
    expect(said.filter((sentence) => /[a-z]{2}/.test(left(sentence)))).toEqual([]);
  });
});

/** What is not Chinese of a translation, but for names that Chinese keeps. */
const left = (sentence: string) => (translate(sentence) ?? sentence).replaceAll(/JSON Schema|inputs\.n/g, '');

function filesOf(place: URL): URL[] {
  if (place.pathname.endsWith('.ts')) return [place];
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|testing\//.test(name))
    .map((name) => new URL(`${place.href}/${name}`));
}

/** The texts of a file that read as whole sentences, each varying part as a plain word. */
function sentencesOf(file: URL): string[] {
  const source = ts.createSourceFile(file.pathname, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && /^(?:[A-Z"]|§ [a-z]).*[a-z].*[.?]$/s.test(text) && /\s/.test(text)) {
      found.push(text.replaceAll('§', 'x'));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `§${literal.text}`).join('');
}
