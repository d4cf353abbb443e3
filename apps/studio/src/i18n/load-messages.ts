import { AREAS } from './areas';
import type { Locale } from './locales';
import type { Sentences } from './server-sentences';

export type Messages = Record<string, unknown>;

/** The catalogue of one language, all areas. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const areas = await Promise.all(
    AREAS.map(async (area) => {
      const file = (await import(`../../messages/${locale}/${area}.json`)) as { default: Messages };
      return [area, file.default] as const;
    }),
  );
  return Object.fromEntries(areas);
}

/** The server's sentences in another language; it speaks English itself. */
export async function loadSentences(locale: Locale): Promise<Sentences> {
  if (locale === 'en') return {};
  return ((await import(`../../messages/sentences/${locale}.json`)) as { default: Sentences }).default;
}
