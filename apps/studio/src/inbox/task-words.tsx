'use client';

import { CircleQuestionMark, Radio, SquarePen, Timer, UserCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { JsonValue } from '../api/types';
import { Countdown } from '../ui/time';
import type { OpenTask } from './open-tasks';

export const TASK_ICONS = {
  approval: UserCheck,
  form: SquarePen,
  signal: Radio,
  unknown: CircleQuestionMark,
} as const;

/** The question as text, whatever the message was evaluated to. */
export function messageText(message: JsonValue | undefined): string {
  if (message === undefined || message === null) return '';
  return typeof message === 'string' ? message : JSON.stringify(message);
}

export function Deadline({ task }: { task: OpenTask }) {
  const at = task.gate?.deadlineAt;
  if (!at) return null;
  return (
    <span className="st st-awaiting_input t11">
      <Timer className="i" aria-hidden />
      <Countdown to={at} />
    </span>
  );
}

/** The same, for where the answer is given. */
export function TimeLeft({ task }: { task: OpenTask }) {
  const t = useTranslations('runs');
  const at = task.gate?.deadlineAt;
  if (!at) return null;
  return (
    <p className="time-left">
      <Timer className="i" aria-hidden />
      {t('task.left')}
      <b>
        <Countdown to={at} />
      </b>
    </p>
  );
}
