/** Made once each: making one costs more than all it formats on a page. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number with its unit as people write it: "2 ms", "1.7 kB", "2 毫秒". The short form of English writes "sec" and
 * "byte", its narrow one leaves out the space; Chinese leaves it out too, though all our sentences have it.
 */
export function formatUnit(value: number, unit: string, locale: string, digits = 0): string {
  const key = `${locale} ${unit} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: locale === 'zh' ? 'short' : 'narrow',
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format
    .formatToParts(value)
    .filter(({ type }) => type !== 'literal')
    .map(({ type, value: part }) => (type === 'unit' ? `\u00a0${part}` : part))
    .join('');
}
