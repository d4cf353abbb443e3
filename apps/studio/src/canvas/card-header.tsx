'use client';

import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { CircleX, GitBranch, RotateCw, SkipForward, Timer, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useProblemWords } from '../i18n/problem-words';
import { useCanvas, useNodeIssues } from './canvas-store';

/** Badges for attempts, time limit and what happens on an error, where they differ from the default. */
export function CardBadges({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvas');
  const stale = useCanvas((state) => state.stale.has(node.id));
  const attempts = node.retry?.maxAttempts ?? 1;
  const deadline =
    definitionOf(nodeDefinitions, node)?.kind === 'gate' ? node.config.deadlineSeconds : undefined;
  const seconds = node.timeoutSeconds ?? (typeof deadline === 'number' ? deadline : undefined);
  return (
    <>
      {stale ? (
        <span className="stale" title={t('card.stale')}>
          <TriangleAlert className="i" role="img" aria-label={t('card.stale')} />
        </span>
      ) : null}
      {attempts > 1 ? (
        <span className="nb" title={t('card.attempts', { count: attempts })}>
          <RotateCw className="i" aria-hidden />
          {attempts}
        </span>
      ) : null}
      {seconds !== undefined ? (
        <span className="nb" title={t('card.timeLimit', { seconds })}>
          <Timer className="i" aria-hidden />
          {shortTime(seconds)}
        </span>
      ) : null}
      {node.onError === 'branch' ? (
        <span className="nb err" title={t('card.onErrorBranch')}>
          <GitBranch className="i" role="img" aria-label={t('card.onErrorBranch')} />
        </span>
      ) : null}
      {node.onError === 'continue' ? (
        <span className="nb" title={t('card.onErrorContinue')}>
          <SkipForward className="i" role="img" aria-label={t('card.onErrorContinue')} />
        </span>
      ) : null}
    </>
  );
}

function shortTime(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  if (seconds >= 600 && seconds % 60 === 0) return `${seconds / 60}m`;
  return `${seconds}s`;
}

/** The pill on the top edge: how many problems a node has. */
export function IssuePill({ id }: { id: string }) {
  const t = useTranslations('canvas');
  const words = useProblemWords('issues');
  const issues = useNodeIssues(id);
  if (!issues || issues.length === 0) return null;
  const bad = issues.some((issue) => issue.severity === 'error');
  const Icon = bad ? CircleX : TriangleAlert;
  return (
    <span className={bad ? 'perr' : 'perr warn'} title={issues.map((issue) => words(issue).lead).join('\n')}>
      <Icon className="i" aria-hidden />
      {issues.length}
      <span className="sr">{t('card.problems', { count: issues.length })}</span>
    </span>
  );
}
