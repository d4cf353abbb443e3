'use client';

import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Sentences, sentenceTranslator } from './server-sentences';

const Translate = createContext<(sentence: string) => string | undefined>(() => undefined);

/** Lends the pages below the server's sentences in the reader's language; none where that is the server's own. */
export function SentencesProvider(props: { sentences: Sentences; children: ReactNode }) {
  const translate = useMemo(() => sentenceTranslator(props.sentences), [props.sentences]);
  return <Translate value={translate}>{props.children}</Translate>;
}

/** Gives a sentence of the server in the reader's language, or undefined where it is not known. */
export const useSentenceTranslator = () => useContext(Translate);
