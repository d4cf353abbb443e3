'use client';

import { CircleQuestionMark, Radio, SquarePen, Timer, TimerOff, UserCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { JsonValue } from '../api/types';
import { Countdown, useNearness } from '../ui/time';
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

/** How long a task may still be answered, if there is a limit. */
export function Deadline({ task }: { task: OpenTask }) {
  const { deadlineAt, openedAt } = task.gate ?? {};
  return deadlineAt && openedAt ? <DeadlineBadge since={openedAt} to={deadlineAt} /> : null;
}

interface Span {
  readonly since: string;
  readonly to: string;
}

function DeadlineBadge({ since, to }: Span) {
  const { level } = useNearness(since, to);
  return (
    <span className={`st t11 due-${level}`}>
      <DeadlineSign past={level === 'past'} />
      <Countdown since={since} to={to} />
    </span>
  );
}

function DeadlineSign({ past }: { past: boolean }) {
  return past ? <TimerOff className="i" aria-hidden /> : <Timer className="i" aria-hidden />;
}

/** The same, for where the answer is given. */
export function TimeLeft({ task }: { task: OpenTask }) {
  const { deadlineAt, openedAt } = task.gate ?? {};
  return deadlineAt && openedAt ? <TimeLeftLine since={openedAt} to={deadlineAt} /> : null;
}

function TimeLeftLine({ since, to }: Span) {
  const t = useTranslations('runs');
  const { level } = useNearness(since, to);
  return (
    <p className={`time-left due-${level}`}>
      <DeadlineSign past={level === 'past'} />
      {t('task.left')}
      <b>
        <Countdown since={since} to={to} />
      </b>
    </p>
  );
}
