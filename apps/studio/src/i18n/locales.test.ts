import { expect, it } from 'vitest';
import { chooseLocale } from './locales';

it.each([
  ['zh', 'en-GB', 'zh'],
  [undefined, 'zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  [undefined, 'fr-FR, en;q=0.5', 'en'],
  [undefined, 'fr', 'en'],
  ['xx', null, 'en'],
])('speaks with cookie %s and browser %s in %s', (cookie, accept, locale) => {
  expect(chooseLocale(cookie, accept)).toBe(locale);
});
