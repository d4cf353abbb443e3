import type { Metadata } from 'next';
import { cookies, headers } from 'next/headers';
import shellEn from '../../messages/en/shell.json';
import shellZh from '../../messages/zh/shell.json';
import { chooseLocale, LOCALE_COOKIE, type Locale } from './locales';

const SHELL: Readonly<Record<Locale, typeof shellEn>> = { en: shellEn, zh: shellZh };

/** The language of this request. */
export async function requestLocale(): Promise<Locale> {
  const [requestHeaders, jar] = await Promise.all([headers(), cookies()]);
  return chooseLocale(jar.get(LOCALE_COOKIE)?.value, requestHeaders.get('accept-language'));
}

/** The title of a page's tab, in the language of the request. */
export async function pageTitle(page: keyof (typeof shellEn)['title']): Promise<Metadata> {
  return { title: SHELL[await requestLocale()].title[page] };
}
