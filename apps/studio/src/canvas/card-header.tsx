'use client';

import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useProblemWords } from '../i18n/problem-words';
import { NODE_LOOKS, nodeLook } from '../ui/node-icon';
import { useCanvas, useNodeIssues } from './canvas-store';
import { Sign } from './signs/sign';

/** Sign and colour of the type of a node. */
export function CardIcon({ type }: { type: string }) {
  const known = Object.hasOwn(NODE_LOOKS, type);
  return (
    <span className={`nk nk-${nodeLook(type).family}`} aria-hidden>
      <Sign name={`node-${known ? type : 'unknown'}`} />
    </span>
  );
}

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
          <Sign name="badge-stale" label={t('card.stale')} />
        </span>
      ) : null}
      {attempts > 1 ? (
        <span className="nb" title={t('card.attempts', { count: attempts })}>
          <Sign name="badge-retry" />
          {attempts}
        </span>
      ) : null}
      {seconds !== undefined ? (
        <span className="nb limit" title={t('card.timeLimit', { seconds })}>
          <Sign name="badge-timeLimit" />
          {shortTime(seconds)}
        </span>
      ) : null}
      {node.onError === 'branch' ? (
        <span className="nb err" title={t('card.onErrorBranch')}>
          <Sign name="badge-branch" label={t('card.onErrorBranch')} />
        </span>
      ) : null}
      {node.onError === 'continue' ? (
        <span className="nb" title={t('card.onErrorContinue')}>
          <Sign name="badge-continue" label={t('card.onErrorContinue')} />
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
  return (
    <span className={bad ? 'perr' : 'perr warn'} title={issues.map((issue) => words(issue).lead).join('\n')}>
      <Sign name={bad ? 'issue-error' : 'issue-warning'} />
      {issues.length}
      <span className="sr">{t('card.problems', { count: issues.length })}</span>
    </span>
  );
}
