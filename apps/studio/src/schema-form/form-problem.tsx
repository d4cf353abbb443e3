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
  return keyword ? t(`form.problem.${keyword}`) : <ProblemText kind="errors" problem={problem} />;
}
