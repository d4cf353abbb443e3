'use client';

import { compileCondition, compileTemplate, isTemplate, parseTemplate } from '@weftwork/expressions';
import { isCodedError, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ProblemText } from '../../ui/problem-text';
import { shortJson } from '../expression/completions';
import { type LastValues, useLastValues } from '../values-context';

type Preview =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'missing'; readonly code: string; readonly message: string };

/** What an expression gives with the values of the last run, by the evaluator of the runtime. */
export function ExpressionPreview(props: { text: string; bare: boolean }) {
  const { text, bare } = props;
  // Most fields hold plain text, which no run changes.
  return text.trim() === '' || (!bare && !isTemplate(text)) ? null : <Previewed {...props} />;
}

function Previewed({ text, bare }: { text: string; bare: boolean }) {
  const t = useTranslations('canvas');
  const values = useLastValues((now) => now);
  const preview = useMemo(() => previewOf(text, bare, values), [text, bare, values]);
  if (!preview) return null;
  if (preview.kind === 'value') {
    const shown = typeof preview.value === 'string' ? preview.value : shortJson(preview.value);
    return (
      <p className="preview" title={t('field.preview')}>
        <span aria-hidden>= </span>
        <code>{shown === '' ? '""' : shown.slice(0, 300)}</code>
      </p>
    );
  }
  return (
    <p className="preview mut">
      <ProblemText kind="errors" problem={preview} />
    </p>
  );
}

/** Nothing without a run, and nothing for what cannot be read: that is said elsewhere. */
function previewOf(text: string, bare: boolean, values: LastValues): Preview | undefined {
  if (!values.hasRun) return undefined;
  const evaluate = readable(text, bare);
  if (!evaluate) return undefined;
  try {
    return { kind: 'value', value: evaluate(values.scope) };
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return { kind: 'missing', code: error.code, message: error.message };
  }
}

function readable(text: string, bare: boolean) {
  try {
    return bare ? compileCondition(text) : compileTemplate(parseTemplate(text));
  } catch (error) {
    if (!isCodedError(error)) throw error;
    return undefined;
  }
}
