'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { isApiError } from '../api/http';
import { useSentenceTranslator } from './sentences-provider';

/** What the server says about something wrong: an issue of a graph, an error of a run, or a refused request. */
export interface ServerWords {
  readonly code?: string | undefined;
  readonly message: string;
}

export interface ProblemWords {
  /** One sentence in the reader's language. */
  readonly lead: string;
  /** The server's own sentence with ids, values and paths, where that is not the lead already. */
  readonly detail?: string;
}

/** Which catalogue is asked first; a few codes stand in both. */
export type ProblemKind = 'issues' | 'errors';

/**
 * Puts the server's words into the reader's language. The server speaks English, precisely and with the ids and values
 * at hand, so its sentence stands alone: as it is in English, translated in another language. Where no translation is
 * known, the sentence of the code leads and the server's own follows.
 */
export function useProblemWords(kind: ProblemKind): (problem: ServerWords) => ProblemWords {
  const locale = useLocale();
  const issues = useTranslations('issues');
  const errors = useTranslations('errors');
  const translate = useSentenceTranslator();
  return useCallback(
    ({ code = '', message }) => {
      if (locale === 'en' && message !== '') return { lead: message };
      const translated = translate(message);
      if (translated !== undefined) return { lead: translated };
      const catalogues = kind === 'issues' ? [issues, errors] : [errors, issues];
      for (const words of catalogues) {
        if (code !== '' && words.has(code as never)) return leadBy(words(code as never), message);
      }
      return { lead: message || code };
    },
    [locale, kind, issues, errors, translate],
  );
}

function leadBy(lead: string, message: string): ProblemWords {
  return message === '' || message === lead ? { lead } : { lead, detail: message };
}

/** The same for whatever was thrown. */
export function useErrorWords(): (error: unknown) => ProblemWords {
  const words = useProblemWords('errors');
  return useCallback(
    (error) => {
      if (isApiError(error)) {
        // Without an answer there is no sentence of the server's.
        return words({ code: error.code, message: error.code === 'UNREACHABLE' ? '' : error.message });
      }
      return { lead: error instanceof Error ? error.message : String(error) };
    },
    [words],
  );
}

/** Lead and detail where there is room for text without form only, such as a tooltip. */
export const inOneText = ({ lead, detail }: ProblemWords): string => (detail ? `${lead}\n${detail}` : lead);
