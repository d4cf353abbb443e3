import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS } from './areas';

const root = new URL('../../messages/', import.meta.url);

/** Words that are rightly the same in both languages. */
const SAME = new Set(['JSON', 'ID', 'URL', 'SQL', 'HTTP', 'Weftwork', 'API', 'null', 'true', 'false', '·']);

function flatten(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    flatten(inner, path ? `${path}.${key}` : key),
  );
}

function read(language: string, area: string): Map<string, string> {
  return new Map(flatten(JSON.parse(readFileSync(new URL(`${language}/${area}.json`, root), 'utf8'))));
}

/** The names of the values a message takes: braces at odd depth; at even depth stand the texts of a choice. */
function placeholders(text: string): string[] {
  const names = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '}') depth--;
    if (text[at] !== '{' || ++depth % 2 === 0) continue;
    names.add(/^\w*/.exec(text.slice(at + 1))?.[0] ?? '');
  }
  return [...names].sort();
}

/** Everything that is said in Chinese, without the values and tags in it. */
function chineseTexts(): [string, string][] {
  const files = [...AREAS.map((area) => `zh/${area}`), 'sentences/zh'];
  return files.flatMap((file) =>
    flatten(JSON.parse(readFileSync(new URL(`${file}.json`, root), 'utf8'))).map(
      ([key, text]): [string, string] => [`${file} ${key}`, text.replace(/\{\w+\}|<\/?\w+>/g, '\u25a1')],
    ),
  );
}

describe('the message catalogues', () => {
  it('hold the same areas in every language', () => {
    const files = AREAS.map((area) => `${area}.json`).sort();
    expect(readdirSync(new URL('en', root)).sort()).toEqual(files);
    expect(readdirSync(new URL('zh', root)).sort()).toEqual(files);
  });

  it.each(AREAS)('of %s hold the same keys in both languages', (area) => {
    expect([...read('zh', area).keys()].sort()).toEqual([...read('en', area).keys()].sort());
  });

  it.each(AREAS)('of %s are translated, not copied', (area) => {
    const chinese = read('zh', area);
    const copied = [...read('en', area)].filter(
      ([key, text]) => chinese.get(key) === text && !SAME.has(text),
    );
    expect(copied).toEqual([]);
  });

  it.each(AREAS)('of %s name the same values in both languages', (area) => {
    const chinese = read('zh', area);
    for (const [key, text] of read('en', area)) {
      expect([key, placeholders(chinese.get(key) ?? '')]).toEqual([key, placeholders(text)]);
    }
  });

  it.each([
    ['full-width marks after Chinese', /\p{sc=Han} ?[,:;!?()](?!\?)/u],
    ['no space beside them', / [，。；：！？（）、]|[，。；：！？、] /],
    ['a space between Chinese and other letters or digits', /\p{sc=Han}[a-z\d]|[a-z\d]\p{sc=Han}/iu],
  ])('write Chinese with %s', (_, fault) => {
    expect(chineseTexts().filter(([, text]) => fault.test(text))).toEqual([]);
  });
});

it('nothing is put together in code, where its colon would be that of one language', () => {
  const sources = new URL('../', import.meta.url);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const found = files.flatMap((name) =>
    [
      ...readFileSync(new URL(name, sources), 'utf8').matchAll(
        /(?:label|title)=\{`[^`]*\}[:,;] ?\$\{|\}[:,;]\{' '\}/g,
      ),
    ].map(([text]) => `${name} ${text}`),
  );
  expect(found).toEqual([]);
});
