'use client';

import {
  Check,
  ChevronsRight,
  CircleDashed,
  CircleQuestionMark,
  Clock,
  LoaderCircle,
  Minus,
  RotateCw,
  UserRound,
  X,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { memo, type ReactNode } from 'react';
import type { NodeRunStatus, RunStatus } from '../api/types';

export type Status = RunStatus | NodeRunStatus | 'idle';

export const STATUS_ICONS = {
  idle: CircleDashed,
  queued: Clock,
  running: LoaderCircle,
  retrying: RotateCw,
  awaiting_input: UserRound,
  completed: Check,
  failed: X,
  skipped: ChevronsRight,
  cancel_requested: LoaderCircle,
  cancelled: Minus,
  unknown: CircleQuestionMark,
} as const satisfies Record<Status, unknown>;

/** The sign of a status alone, for places that say the word elsewhere. */
export const StatusIcon = memo(function StatusIcon({ status }: { status: Status }) {
  const Icon = STATUS_ICONS[status];
  const turns = status === 'running' || status === 'cancel_requested';
  return <Icon className={turns ? 'i spin' : 'i'} aria-hidden />;
});

/** A status by sign, word and colour. `children` replaces the word where a fact says more. */
export function StatusBadge(props: { status: Status; pill?: boolean; children?: ReactNode; title?: string }) {
  const t = useTranslations('shell');
  const word = t(`status.${props.status}`);
  return (
    <span className={`st st-${props.status}${props.pill ? ' pill' : ''}`} title={props.title}>
      <StatusIcon status={props.status} />
      <span>{props.children ?? word}</span>
      {props.children ? <span className="sr">{word}</span> : null}
    </span>
  );
}
