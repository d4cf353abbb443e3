'use client';

import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { answerStep, rejectStep } from '../api/client';
import { isApiError } from '../api/http';
import { AnswerEditor, useAnswer } from '../schema-form/answer-editor';
import { Button } from '../ui/button';
import { Segmented } from '../ui/segmented';
import { useKeptAnswer } from './kept-answer';
import type { AnswerProps } from './task-answer';

/** The form of a waiting node; what the server refuses is shown at its field. */
export function FormAnswer({ task, send, busy }: AnswerProps) {
  const t = useTranslations('runs');
  const { before, keep, drop } = useKeptAnswer(task);
  const answer = useAnswer(task.gate?.schema ?? {}, before);
  const { value } = answer;
  const first = useRef(value);
  useEffect(() => {
    if (value !== first.current) keep(value);
  }, [value, keep]);
  const submit = async () => {
    if (!answer.check()) return;
    const refused = await send(() => answerStep(task.runId, task.stepId, value ?? {}));
    if (refused === undefined) drop();
    if (isApiError(refused)) answer.setServerProblems(refused.errors);
  };
  return (
    <>
      <div className="task-body">
        <div className="task-kind">
          <h3>{t('task.answer')}</h3>
          <span className="sp" />
          <Segmented
            label={t('form.kind')}
            value={answer.mode}
            options={[
              { id: 'form', label: t('form.form') },
              { id: 'json', label: t('form.json') },
            ]}
            onChange={answer.setMode}
          />
        </div>
        <AnswerEditor answer={answer} label={t('task.answer')} nothing={t('task.noFields')} />
      </div>
      <div className="act">
        <Button
          danger
          size="large"
          off={busy}
          onClick={() => void send(() => rejectStep(task.runId, task.stepId))}
        >
          <X className="i" aria-hidden />
          {t('task.reject')}
        </Button>
        <Button look="primary" size="large" off={busy} onClick={() => void submit()}>
          <Check className="i" aria-hidden />
          {t('task.send')}
        </Button>
      </div>
    </>
  );
}
