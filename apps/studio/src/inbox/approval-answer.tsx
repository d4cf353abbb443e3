'use client';

import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { approveStep, rejectApproval } from '../api/client';
import { Button } from '../ui/button';
import type { AnswerProps } from './task-answer';

/** Agree or reject, with a note for everyone who opens the run. */
export function ApprovalAnswer({ task, send, busy }: AnswerProps) {
  const t = useTranslations('runs');
  const id = useId();
  const [reason, setReason] = useState('');
  const note = reason.trim() || undefined;
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
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </div>
      <div className="act">
        <Button
          danger
          size="large"
          off={busy}
          onClick={() => void send(() => rejectApproval(task.runId, task.stepId, note))}
        >
          <X className="i" aria-hidden />
          {t('task.reject')}
        </Button>
        <Button
          look="primary"
          size="large"
          off={busy}
          onClick={() => void send(() => approveStep(task.runId, task.stepId, note))}
        >
          <Check className="i" aria-hidden />
          {t('task.approve')}
        </Button>
      </div>
    </>
  );
}
