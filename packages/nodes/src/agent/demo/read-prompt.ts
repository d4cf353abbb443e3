import { isJsonObject, type JsonObject } from '@weftwork/schema';

export type DemoLanguage = 'en' | 'zh';

/** What can be picked out of a prompt without understanding it. */
export interface PromptReading {
  readonly text: string;
  readonly language: DemoLanguage;
  /** What it seems to be about. */
  readonly subject: string;
  /** A second thing named in quotes, such as the report that a section belongs to. */
  readonly context?: string;
  /** The highest of the figures that the prompt holds as a JSON table. */
  readonly top?: { readonly name: string; readonly value: string };
  /** The same for the same prompt. */
  readonly seed: number;
}

const QUOTED = /["“「『《]([^"“”「」『』《》\n]{1,80})["”」』》]/g;
const QUOTATION_MARK = /["“”「」『』《》]/;
const NAMED = [
  /(?:主题|专题|题目|话题|标题)(?:是|为)?\s*[:：]?\s*([^\n。；，,]{2,40})/,
  /关于\s*([^\n，。；,]{2,40}?)(?:的|，|。|$)/,
  /\b(?:topic|title|subject)\s*[:=]\s*([^\n.;]{2,80})/i,
  /\b(?:on|about)\s+(?:the\s+)?([^\n.,;:]{2,60}?)(?=\s+(?:using|with|from|for|in)\b|[.,;:\n]|$)/i,
];

export function readPrompt(text: string): PromptReading {
  const words = text.replace(JSON_LIST, ' ').replace(JSON_OBJECT, ' ');
  const quoted = [...words.matchAll(QUOTED)].map((match) => match[1]!.trim()).filter((part) => part !== '');
  const named = NAMED.map((pattern) => pattern.exec(words)?.[1]?.trim()).find(
    // What runs into a quotation is a piece of the sentence around it, and no name.
    (part) => part && !QUOTATION_MARK.test(part),
  );
  const [subject = named ?? firstWords(words), context = quoted[0] === undefined ? undefined : named] =
    quoted;
  const top = topFigure(text);
  return {
    text,
    language: languageOf(words),
    subject,
    ...(context === undefined || context === subject ? {} : { context }),
    ...(top === undefined ? {} : { top }),
    seed: hash(text),
  };
}

/** Two Chinese characters weigh about as much as one word. */
function languageOf(text: string): DemoLanguage {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return han / 2 > words ? 'zh' : 'en';
}

function firstWords(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  const short = Array.from(line).slice(0, 48).join('');
  const whole = short.length < line.length ? short.replace(/\s+\S*$/, '') : short;
  return whole.replace(/[\s.。,，:：;；!?！？]+$/u, '') || '…';
}

const JSON_LIST = /\[\s*\{[\s\S]*?\}\s*\]/;
const JSON_OBJECT = /\{\s*"[\s\S]*\}/;

/** Of a list of objects in the prompt, the row with the largest number in its last numeric column. */
function topFigure(text: string): PromptReading['top'] {
  const rows = tableIn(text);
  const [first] = rows;
  if (first === undefined) return undefined;
  const keys = Object.keys(first);
  const name = keys.find((key) => typeof first[key] === 'string' && !isNumeric(first[key]));
  const figure = keys.findLast((key) => isNumeric(first[key]));
  if (name === undefined || figure === undefined) return undefined;
  const best = rows.reduce((top, row) => (Number(row[figure]) > Number(top[figure]) ? row : top), first);
  return { name: String(best[name]), value: String(best[figure]) };
}

function tableIn(text: string): JsonObject[] {
  try {
    const list: unknown = JSON.parse(JSON_LIST.exec(text)?.[0] ?? '[]');
    return Array.isArray(list) ? list.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
