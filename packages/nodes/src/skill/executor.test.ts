import { validateAgainst } from '@weftwork/runtime';
import type { JsonObject } from '@weftwork/schema';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/support/failure-of';
import { createFakeContext } from '../shared/fake-context';
import { builtInSkills } from './built-in-skills';
import { BUILT_IN_SKILL_NAMES } from './definition';
import { createSkillExecutor } from './executor';
import { createSkillRegistry, type Skill } from './skill-registry';

function run(
  skill: string,
  input: JsonObject,
  context = createFakeContext(),
  extra: readonly Skill[] = [],
  version?: string,
) {
  const skills = createSkillRegistry([...builtInSkills, ...extra]);
  const config: JsonObject = { skill, input, ...(version === undefined ? {} : { version }) };
  return createSkillExecutor({ skills, validate: validateAgainst }).execute(config, context);
}

describe('the registry', () => {
  it('holds the built-in skills that the definition names, all of them replayable', () => {
    expect(builtInSkills.map(({ name }) => name)).toEqual([...BUILT_IN_SKILL_NAMES]);
    expect(builtInSkills.every(({ effectClass }) => effectClass === 'replayable')).toBe(true);
  });
});

describe('a skill node', () => {
  const broken: Skill = {
    ...builtInSkills[1]!,
    name: 'test.broken',
    effectClass: 'atMostOnce',
    execute: () => Promise.reject(new Error('no paper')),
  };
  const lying: Skill = { ...broken, name: 'test.lying', execute: async () => ({ data: { words: 'many' } }) };

  it.each([
    ['nothing.here', {}, undefined, 'SKILL_UNKNOWN', 'notSent', '/config/skill'],
    ['text.statistics', { text: 'a' }, '2.0.0', 'SKILL_UNKNOWN', 'notSent', '/config/version'],
    ['text.statistics', {}, undefined, 'SKILL_INPUT_INVALID', 'notSent', '/config/input/text'],
    [
      'text.statistics',
      { text: 'a', other: 1 },
      '1.0.0',
      'SKILL_INPUT_INVALID',
      'notSent',
      '/config/input/other',
    ],
    ['text.statistics', { text: 3 }, '1.0.0', 'SKILL_INPUT_INVALID', 'notSent', '/config/input/text'],
    ['test.broken', { text: 'a' }, undefined, 'SKILL_FAILED', 'unclear', undefined],
    ['test.lying', { text: 'a' }, undefined, 'SKILL_FAILED', 'answered', undefined],
  ])(
    '%s with %j in version %s fails as %s, %s, at %s',
    async (skill, input, version, code, outcome, field) => {
      const attempt = run(skill, input, createFakeContext(), [broken, lying], version);
      const error = await failureOf(attempt);
      expect(error).toMatchObject({ code, outcome });
      expect(error.extra.field).toBe(field);
    },
  );

  it.each(['1', '1.0', '1.0.0'])('is found as version %s', async (version) => {
    const { metadata } = await run('text.statistics', { text: '' }, createFakeContext(), [], version);
    expect(metadata).toEqual({ skill: 'text.statistics', version: '1.0.0' });
  });

  it('points to what is wrong in its input', async () => {
    const { errors } = await failureOf(run('text.statistics', { text: 3 }));
    expect(errors).toEqual([expect.objectContaining({ code: 'INVALID_FIELD', path: '/input/text' })]);
  });
});

describe('text.statistics', () => {
  it.each([
    ['', { characters: 0, words: 0, sentences: 0, paragraphs: 0, lines: 0, readingMinutes: 0 }],
    ["It's a well-known fact. Is it?", { words: 6, sentences: 2, paragraphs: 1, cjkCharacters: 0 }],
    ['华东销量增长 12%。Model Y 领先！', { cjkCharacters: 8, words: 11, sentences: 2 }],
    ['one\n\ntwo\nthree', { words: 3, paragraphs: 2, lines: 4, sentences: 1 }],
    ['👩‍👩‍👧 é', { characters: 3, charactersWithoutBlanks: 2, words: 1 }],
  ])('counts %j', async (text, expected) => {
    expect((await run('text.statistics', { text })).data).toMatchObject(expected);
  });
});

describe('text.render_markdown_report', () => {
  it('writes the sections that are there and keeps the file under a Chinese name', async () => {
    const context = createFakeContext();
    const result = await run(
      'text.render_markdown_report',
      {
        title: '新能源汽车',
        summary: '两句\n摘要',
        tableOfContents: true,
        sections: [{ title: '背景', body: '正文。\n' }, null, { title: 'Outlook', body: 'Good.' }],
        fileName: '专题报告.md',
      },
      context,
    );
    const markdown =
      '# 新能源汽车\n\n> 两句\n> 摘要\n\n1. 背景\n2. Outlook\n\n## 背景\n\n正文。\n\n## Outlook\n\nGood.\n';
    expect(result.data).toMatchObject({ markdown, sectionCount: 2, words: 3, file: { name: '专题报告.md' } });
    expect(result.artifacts).toEqual([result.data.file]);
    const [file] = [...context.files.values()];
    expect(file?.bytes.toString()).toBe(markdown);
    expect(file?.artifact.mimeType).toBe('text/markdown');
  });

  it.each([
    ['a/b: "c"', 'a b c.md'],
    ['../../etc', '.. .. etc.md'],
    ['Report.MD', 'Report.MD'],
  ])('names the file of %j %j', async (title, name) => {
    const result = await run('text.render_markdown_report', { title, sections: [] });
    expect(result.artifacts[0]?.name).toBe(name);
  });
});

describe('data.table', () => {
  const rows = [
    { region: '华东', units: 3, amount: '0.10' },
    { region: '华南', units: 5, amount: '0.20' },
    { region: '华东', units: 4, amount: '9007199254740993.20' },
  ];

  it('groups, sums exactly and sorts', async () => {
    const { data } = await run('data.table', {
      rows,
      groupBy: ['region'],
      aggregate: [
        { column: 'units', function: 'sum', as: 'units' },
        { column: 'amount', function: 'sum', as: 'amount' },
        { column: 'units', function: 'avg' },
        { column: 'units', function: 'count' },
      ],
      sortBy: 'amount',
      descending: true,
    });
    expect(data.rows).toEqual([
      { region: '华东', units: 7, amount: '9007199254740993.30', avg_units: 3.5, count_units: 2 },
      { region: '华南', units: 5, amount: 0.2, avg_units: 5, count_units: 1 },
    ]);
  });

  it('writes Markdown with its own signs escaped', async () => {
    const { data } = await run('data.table', {
      rows: [{ name: 'a|b\nc', n: 1 }],
      columns: [{ key: 'name', label: 'Name' }, 'n'],
      title: 'T',
    });
    expect(data.text).toBe('| Name | n |\n| --- | ---: |\n| a\\|b<br>c | 1 |');
  });

  it('writes CSV that a spreadsheet reads as text and numbers, never as a formula', async () => {
    const { data, artifacts } = await run('data.table', {
      rows: [{ a: '=1+1', b: 'x,"y"', c: -5, d: null }],
      format: 'csv',
      fileName: '销量',
    });
    expect(data.text).toBe('\uFEFFa,b,c,d\r\n\'=1+1,"x,""y""",-5,\r\n');
    expect(artifacts[0]).toMatchObject({ name: '销量.csv', mimeType: 'text/csv' });
  });

  it('says which column cannot be summed', async () => {
    const attempt = run('data.table', { rows, aggregate: [{ column: 'region', function: 'sum' }] });
    expect((await failureOf(attempt)).message).toContain('"sum" needs numbers, and the column "region"');
  });

  it.each([
    [[], { column: 'n', function: 'sum' }, [{ sum_n: 0 }]],
    [[], { column: 'n', function: 'max' }, [{ max_n: null }]],
    [[{ n: -2 }, { n: '1.5' }, { n: null }], { column: 'n', function: 'min' }, [{ min_n: -2 }]],
  ])('of %j %j gives %j', async (given, aggregate, expected) => {
    expect((await run('data.table', { rows: given, aggregate: [aggregate] })).data.rows).toEqual(expected);
  });
});
