'use client';

import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { approveStep, rejectApproval } from '../api/client';
import { Button } from '../ui/button';
import { useKeptAnswer } from './kept-answer';
import type { AnswerProps } from './task-answer';

/** Agree or reject, with a note for everyone who opens the run. */
export function ApprovalAnswer({ task, send, busy }: AnswerProps) {
  const t = useTranslations('runs');
  const id = useId();
  const { before, keep, drop } = useKeptAnswer(task);
  const [reason, setReason] = useState(typeof before === 'string' ? before : '');
  const note = reason.trim() || undefined;
  const decide = async (decision: () => Promise<unknown>) => {
    if ((await send(decision)) === undefined) drop();
  };
  return (
    <>
      <div className="task-body">
        <div className="fld">
          <label className="lab" htmlFor={id}>
            {t('task.note')}
          </label>
          <textarea
            id={id}
            className="in"
            rows={2}
            placeholder={t('task.notePlaceholder')}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              keep(target.value);
            }}
          />
        </div>
      </div>
      <div className="act">
        <Button
          danger
          size="large"
          off={busy}
          onClick={() => void decide(() => rejectApproval(task.runId, task.stepId, note))}
        >
          <X className="i" aria-hidden />
          {t('task.reject')}
        </Button>
        <Button
          look="primary"
          size="large"
          off={busy}
          onClick={() => void decide(() => approveStep(task.runId, task.stepId, note))}
        >
          <Check className="i" aria-hidden />
          {t('task.approve')}
        </Button>
      </div>
    </>
  );
}
