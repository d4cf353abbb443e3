'use client';

import { useTranslations } from 'next-intl';
import { lazy, Suspense } from 'react';
import type { ControlProps } from '../field-editor';
import type { CodeLanguage } from './code-language';
import type { CodeProblem } from './code-problems';
import { PlainCode } from './plain-code';

export interface CodeEditorProps extends Pick<ControlProps, 'control' | 'label' | 'onEnd'> {
  readonly language: CodeLanguage;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Beside what the editor finds itself. */
  readonly problems: readonly CodeProblem[];
  readonly inputKeys: readonly string[];
}

const CodeEditor = lazy(() => import('./code-editor'));

/** Source text. The editor comes when the first one is wanted; until then the text can be read and edited as it is. */
export function CodeText(props: CodeEditorProps) {
  const t = useTranslations('inspector');
  return (
    <div className="code-field" data-language={props.language}>
      <Suspense fallback={<PlainCode {...props} />}>
        <CodeEditor {...props} />
      </Suspense>
      <p className="code-keys" id={`${props.control.id}-keys`}>
        {t('code.keys')}
      </p>
    </div>
  );
}
