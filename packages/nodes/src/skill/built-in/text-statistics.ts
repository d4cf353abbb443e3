import type { JsonObject } from '@weftwork/schema';
import type { Skill } from '../skill-registry';

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** Letters and digits of scripts that put blanks between words. */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’-]*[\p{L}\p{N}\p{M}])?/gu;
const SENTENCE_END = /[.!?…]+(?=\s|$)|[。！？]+/gu;

const WORDS_PER_MINUTE = 230;
const CJK_PER_MINUTE = 400;

export interface TextStatistics extends JsonObject {
  characters: number;
  charactersWithoutBlanks: number;
  words: number;
  cjkCharacters: number;
  sentences: number;
  paragraphs: number;
  lines: number;
  readingMinutes: number;
}

/** Counts as a reader would: a CJK character is a word of its own. */
export function textStatistics(text: string): TextStatistics {
  const cjk = text.match(CJK)?.length ?? 0;
  const spaced = text.replace(CJK, ' ').match(WORD)?.length ?? 0;
  const filled = text.split(/\n\s*\n/).filter((part) => part.trim() !== '');
  const trimmed = text.trim();
  const ends = trimmed.match(SENTENCE_END)?.length ?? 0;
  const openEnd = trimmed !== '' && !/[.!?…。！？]["'”’)）]*$/u.test(trimmed) ? 1 : 0;
  return {
    characters: graphemes(text),
    charactersWithoutBlanks: graphemes(text.replace(/\s/g, '')),
    words: cjk + spaced,
    cjkCharacters: cjk,
    sentences: ends + openEnd,
    paragraphs: filled.length,
    lines: text === '' ? 0 : text.split('\n').length,
    readingMinutes: Math.ceil((spaced / WORDS_PER_MINUTE + cjk / CJK_PER_MINUTE) * 10) / 10,
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function graphemes(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

const wholeNumber = { type: 'integer', minimum: 0 };

export const textStatisticsSkill: Skill = {
  name: 'text.statistics',
  version: '1.0.0',
  effectClass: 'replayable',
  description:
    'Counts characters, words, sentences and reading time of a text; knows Chinese, Japanese and Korean.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: {
      characters: wholeNumber,
      charactersWithoutBlanks: wholeNumber,
      words: wholeNumber,
      cjkCharacters: wholeNumber,
      sentences: wholeNumber,
      paragraphs: wholeNumber,
      lines: wholeNumber,
      readingMinutes: { type: 'number', minimum: 0 },
    },
    required: ['characters', 'words', 'readingMinutes'],
  },
  // The schema was checked before.
  execute: async ({ text }) => ({ data: textStatistics(text as string) }),
};
