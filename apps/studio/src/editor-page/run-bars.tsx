'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { useEditor } from './editor-store';
import { IssueList } from './issue-list';

/** What keeps the draft from running, as far as it has been checked; nothing when it may run. */
export function RunBars({ onGoTo }: { onGoTo: (issue: PlacedIssue) => void }) {
  const t = useTranslations('canvas');
  const all = useEditor((state) => state.allIssues);
  const errors = useMemo(() => all.filter((issue) => issue.severity !== 'warning'), [all]);
  return <IssueList title={t('publish.errors')} issues={errors} onGoTo={onGoTo} />;
}
