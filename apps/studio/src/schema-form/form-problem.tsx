'use client';

import { useTranslations } from 'next-intl';
import type { Problem } from '../api/http';
import { ProblemText } from '../ui/problem-text';

/** JSON Schema keywords that the browser's validator names as codes. */
const KEYWORDS = [
  'required',
  'type',
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'additionalProperties',
] as const;

/** The browser's hint in the reader's language, or what the server said. */
export function FormProblem({ problem }: { problem: Problem }) {
  const t = useTranslations('runs');
  const keyword = KEYWORDS.find((code) => code === problem.code);
  if (!keyword) return <ProblemText kind="errors" problem={problem} />;
  return t(`form.problem.${keyword}`, { limit: limitIn(problem.message) });
}

/** The validator's own sentence ends with the limit that was missed: "9 is greater than 5." */
function limitIn(message: string): string {
  return message.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi)?.at(-1) ?? '';
}
