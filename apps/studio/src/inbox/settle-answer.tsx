'use client';

import { isJsonObject, type JsonValue } from '@weftwork/schema';
import { Check, RotateCw, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { settleStep } from '../api/client';
import { JsonField } from '../schema-form/json-field';
import { Button } from '../ui/button';
import { useKeptAnswer } from './kept-answer';
import type { AnswerProps } from './task-answer';

/** A call was sent and nobody knows whether it took effect: a person who looked says which it was. */
export function SettleAnswer({ task, send, busy }: AnswerProps) {
  const t = useTranslations('runs');
  const { before, keep, drop } = useKeptAnswer(task);
  const [data, setData] = useState<JsonValue | undefined>(before ?? {});
  const form = useRef<HTMLFormElement>(null);
  const settle = async (outcome: 'done' | 'failed' | 'again') => {
    if (outcome === 'done' && !form.current?.reportValidity()) return;
    const settlement = outcome === 'done' && isJsonObject(data) ? { outcome, data } : { outcome };
    if ((await send(() => settleStep(task.runId, task.stepId, settlement))) === undefined) drop();
  };
  return (
    <>
      <form ref={form} className="task-body">
        <div className="fld">
          <label className="lab" htmlFor={`data-${task.stepId}`}>
            {t('task.doneData')}
          </label>
          <JsonField
            id={`data-${task.stepId}`}
            schema={{}}
            value={data}
            onChange={(value) => {
              setData(value);
              keep(value);
            }}
            required={false}
            invalid={!isJsonObject(data)}
            describedBy={`data-note-${task.stepId}`}
          />
          <p className="help" id={`data-note-${task.stepId}`}>
            {t('task.doneDataHelp')}
          </p>
        </div>
      </form>
      <div className="act three">
        <Button
          danger
          size="large"
          off={busy}
          onClick={() => void settle('failed')}
          title={t('task.failedTip')}
        >
          <X className="i" aria-hidden />
          {t('task.failed')}
        </Button>
        <Button size="large" off={busy} onClick={() => void settle('again')} title={t('task.againTip')}>
          <RotateCw className="i" aria-hidden />
          {t('task.again')}
        </Button>
        <Button
          look="primary"
          size="large"
          off={busy || !isJsonObject(data)}
          onClick={() => void settle('done')}
          title={t('task.doneTip')}
        >
          <Check className="i" aria-hidden />
          {t('task.done')}
        </Button>
      </div>
    </>
  );
}
