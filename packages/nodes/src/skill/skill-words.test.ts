import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { demoProvider } from '../agent/demo/demo-provider';
import { builtInSkills } from './built-in-skills';

interface Words {
  readonly skills: Readonly<Record<string, string>>;
  readonly providers: Readonly<Record<string, string>>;
}

const wordsOf = (language: string): Words =>
  JSON.parse(
    readFileSync(
      new URL(`../../../../apps/studio/messages/${language}/canvas.json`, import.meta.url),
      'utf8',
    ),
  ) as Words;

it('what comes with the product is described in the studio in both languages, in English as by the server', () => {
  const [english, chinese] = [wordsOf('en'), wordsOf('zh')];
  for (const { name, description } of builtInSkills) {
    const key = name.replaceAll('.', '_');
    expect([name, english.skills[key]]).toEqual([name, description]);
    expect([name, chinese.skills[key]]).toEqual([name, expect.stringMatching(/\p{Script=Han}/u)]);
  }
  expect(english.providers.demo).toBe(demoProvider.label);
  expect(chinese.providers.demo).toMatch(/\p{Script=Han}/u);
});
