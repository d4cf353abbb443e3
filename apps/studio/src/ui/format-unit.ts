/** Made once each: making one costs more than all it formats on a page. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number with its unit as people write it: "2 ms", "1.7 kB". The narrow form of English leaves out the space, and its
 * short form writes "sec" and "byte"; Chinese has it right in the short one.
 */
export function formatUnit(value: number, unit: string, locale: string, digits = 0): string {
  const chinese = locale === 'zh';
  const key = `${locale} ${unit} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: chinese ? 'short' : 'narrow',
      maximumFractionDigits: digits,
    });
    formats.set(key, format);
  }
  return format
    .formatToParts(value)
    .map((part) => (part.type === 'unit' && !chinese ? `\u00a0${part.value}` : part.value))
    .join('');
}
