import type { JsonObject } from '@weftwork/schema';
import type { DemoWriter } from './demo-writer';
import { textForPattern } from './text-for-pattern';

/** Fixed on purpose: the same prompt gives the same answer on any day. */
const FORMATS: Readonly<Record<string, (index: number) => string>> = {
  date: (index) => `2026-01-${day(index)}`,
  'date-time': (index) => `2026-01-${day(index)}T09:00:00Z`,
  time: () => '09:00:00Z',
  duration: () => 'P1D',
  email: (index) => `person${index + 1}@example.com`,
  'idn-email': (index) => `person${index + 1}@example.com`,
  hostname: () => 'example.com',
  'idn-hostname': () => 'example.com',
  ipv4: (index) => `192.0.2.${index + 1}`,
  ipv6: (index) => `2001:db8::${index + 1}`,
  uri: (index) => `https://example.com/${index + 1}`,
  iri: (index) => `https://example.com/${index + 1}`,
  url: (index) => `https://example.com/${index + 1}`,
  'uri-reference': (index) => `/${index + 1}`,
  'iri-reference': (index) => `/${index + 1}`,
  'uri-template': () => '/items/{id}',
  uuid: (index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  'json-pointer': () => '/value',
  'relative-json-pointer': () => '0',
  regex: () => '^a$',
  byte: () => 'AA==',
};

function day(index: number): string {
  return String((index % 28) + 1).padStart(2, '0');
}

const HEADING = /title|heading|headline|subject|topic|标题|主题/i;
const NAME = /name|label|id$|key|名称|姓名/i;
const LONG = /body|content|text|article|markdown|正文|内容/i;

interface TextPlace {
  readonly writer: DemoWriter;
  readonly key: string;
  readonly index?: number;
  readonly isItem?: boolean;
}

/** A text that fits format, pattern and length, and otherwise says something under this key. */
export function fillText(schema: JsonObject, place: TextPlace): string {
  const least = typeof schema.minLength === 'number' ? schema.minLength : 0;
  const most = typeof schema.maxLength === 'number' ? schema.maxLength : Number.POSITIVE_INFINITY;
  const format = typeof schema.format === 'string' ? FORMATS[schema.format] : undefined;
  if (format) return format(place.index ?? 0);
  const free = fitLength(words(place), least, most);
  if (typeof schema.pattern !== 'string') return free;
  return textForPattern(schema.pattern, { preferred: free, least, most }) ?? free;
}

function words({ writer, key, index, isItem }: TextPlace): string {
  if (HEADING.test(key)) return writer.title(index);
  if (LONG.test(key)) return writer.paragraph(index);
  if (NAME.test(key)) return writer.name(index);
  // The entries of a list of texts are mostly headings or points.
  return isItem === true ? writer.title(index) : writer.sentence(index);
}

/** JSON Schema counts code points. */
function fitLength(text: string, least: number, most: number): string {
  const letters = Array.from(text);
  if (letters.length > most) return letters.slice(0, most).join('');
  if (letters.length >= least) return text;
  const more = Array.from(`${text} `.repeat(Math.ceil(least / (letters.length + 1)) + 1));
  return more.slice(0, Math.max(least, 0)).join('').replace(/\s$/, '.');
}
