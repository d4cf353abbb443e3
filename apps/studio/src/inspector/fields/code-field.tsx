'use client';

import { CircleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useCanvas } from '../../canvas/canvas-store';
import { inputKeys, problemOf } from '../code/code-problems';
import { CodeText } from '../code/code-text';
import type { ControlProps } from '../field-editor';
import { useLastValues } from '../values-context';

/** The source of a code node or the SQL text, with what the last run found wrong at its line. */
export function CodeField({ node, field, label, value, onChange, onEnd, control }: ControlProps) {
  const t = useTranslations('inspector');
  const text = typeof value === 'string' ? value : '';
  const stale = useCanvas((state) => state.stale.has(node.id));
  const failure = useLastValues((values) => values.errorOf(node.id));
  // An error of a run counts lines of the text that ran, which is the one that stood there when the error came.
  const [ran, setRan] = useState({ failure, text });
  if (ran.failure !== failure) setRan({ failure, text });
  const error = stale || text !== ran.text ? undefined : failure;
  const problem = useMemo(() => problemOf(error), [error]);
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  const keys = useMemo(() => inputKeys(node.config), [node.config]);
  return (
    <>
      <CodeText
        language={field.control === 'sql' ? 'sql' : languageOf(node.config.language)}
        label={label}
        value={text}
        onChange={onChange}
        onEnd={onEnd}
        control={problem ? { ...control, invalid: true } : control}
        problems={problems}
        inputKeys={keys}
      />
      {problem ? (
        <p className="msg-e">
          <CircleAlert className="i" aria-hidden />
          <span>
            {t('code.line', { line: problem.line })} <span lang="en">{problem.message}</span>
          </span>
        </p>
      ) : null}
    </>
  );
}

const languageOf = (language: unknown) => (language === 'typescript' ? 'typescript' : 'javascript');
