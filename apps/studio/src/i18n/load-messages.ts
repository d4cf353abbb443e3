import { AREAS } from './areas';
import type { Locale } from './locales';

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
