'use client';

import { CircleQuestionMark, Radio, SquarePen, Timer, UserCheck } from 'lucide-react';
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
