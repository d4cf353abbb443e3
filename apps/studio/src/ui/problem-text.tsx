'use client';

import {
  type ProblemKind,
  type ProblemWords,
  type ServerWords,
  useProblemWords,
} from '../i18n/problem-words';

/** A problem in the reader's language, with the server's own sentence beneath where they differ. */
export function ProblemText({ kind, problem }: { kind: ProblemKind; problem: ServerWords }) {
  return <LeadAndDetail words={useProblemWords(kind)(problem)} />;
}

export function LeadAndDetail({ words }: { words: ProblemWords }) {
  if (!words.detail) return words.lead;
  return (
    <span className="said">
      {words.lead}
      <span className="said-detail" lang="en">
        {words.detail}
      </span>
    </span>
  );
}
