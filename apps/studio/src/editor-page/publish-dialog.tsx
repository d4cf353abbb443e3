'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Issue } from '@weftwork/schema';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { publishWorkflow, validateWorkflow } from '../api/client';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import { type PlacedIssue, placeIssues } from '../canvas/canvas-store';
import { nodeName } from '../canvas/node-card';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { ErrorNotice } from '../ui/error-notice';
import { ProblemText } from '../ui/problem-text';
import { Skeleton } from '../ui/skeleton';
import { useEditor, useEditorStore } from './editor-store';

export interface PublishDialogProps {
  readonly workflowId: string;
  readonly saveDraft: () => Promise<boolean>;
  readonly onGoTo: (issue: PlacedIssue) => void;
  readonly onClose: () => void;
}

/** Saves, checks, shows what bars or worries, and publishes: the answer names the version and its hash. */
export function PublishDialog(props: PublishDialogProps) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const cache = useQueryClient();
  const document = useEditor((state) => state.document);
  const check = useQuery({
    queryKey: ['publish-check', props.workflowId, document.graph],
    queryFn: async () => {
      if (!(await props.saveDraft())) throw new Error(t('publish.notSaved'));
      return (await validateWorkflow(props.workflowId)).issues;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const publish = useMutation({
    mutationFn: () => publishWorkflow(props.workflowId),
    onSuccess: () => cache.invalidateQueries({ queryKey: keys.workflow(props.workflowId) }),
    onError: (error) => {
      if (isApiError(error) && error.status === 422) {
        store.getState().setIssues(error.errors as readonly Issue[], document);
      }
    },
  });
  const refused =
    isApiError(publish.error) && publish.error.errors.length > 0 ? publish.error.errors : undefined;
  const issues = useMemo(
    () => placeIssues((refused as readonly Issue[] | undefined) ?? check.data ?? [], document),
    [refused, check.data, document],
  );
  const errors = issues.filter((issue) => issue.severity !== 'warning');
  const warnings = issues.filter((issue) => issue.severity === 'warning');
  const report = publish.data;
  const blocked = check.isPending || check.isError || errors.length > 0;
  return (
    <Dialog
      open
      wide
      onClose={props.onClose}
      title={report ? t('publish.done', { version: report.version }) : t('publish.title')}
      foot={
        report ? (
          <Button look="primary" onClick={props.onClose}>
            {t('publish.close')}
          </Button>
        ) : (
          <>
            <Button onClick={props.onClose}>{t('publish.cancel')}</Button>
            <Button
              look="primary"
              off={blocked || publish.isPending}
              title={errors.length > 0 ? t('publish.blocked', { count: errors.length }) : undefined}
              onClick={() => publish.mutate()}
            >
              {t('bar.publish')}
            </Button>
          </>
        )
      }
    >
      {report ? (
        <>
          <p className="publish-done">
            <CircleCheck className="i st-completed" aria-hidden />
            {t('publish.doneText')}
          </p>
          <div className="hash-line">
            <span className="chip">{t('bar.version', { version: report.version })}</span>
            <code>{report.graphHash}</code>
            <CopyButton text={report.graphHash} />
          </div>
          {report.clamps.length > 0 ? (
            <>
              <h3>{t('publish.clamps')}</h3>
              <ul className="plain-list t12">
                {report.clamps.map((clamp) => (
                  <li key={clamp.path}>
                    <code>{clamp.path}</code> {t('publish.clamp', { asked: clamp.asked, given: clamp.given })}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
          <IssueList
            title={t('publish.warnings')}
            issues={placeIssues(report.warnings ?? [], document)}
            onGoTo={props.onGoTo}
          />
        </>
      ) : (
        <>
          {check.isPending ? <Skeleton rows={3} label={t('publish.checking')} /> : null}
          {check.error ? <ErrorNotice error={check.error} retry={() => void check.refetch()} /> : null}
          {publish.error && !refused ? <ErrorNotice error={publish.error} /> : null}
          {check.data && errors.length === 0 ? <p>{t('publish.ready')}</p> : null}
          <IssueList title={t('publish.errors')} issues={errors} onGoTo={props.onGoTo} />
          <IssueList title={t('publish.warnings')} issues={warnings} onGoTo={props.onGoTo} />
        </>
      )}
    </Dialog>
  );
}

function IssueList(props: {
  title: string;
  issues: readonly PlacedIssue[];
  onGoTo: (issue: PlacedIssue) => void;
}) {
  const t = useTranslations('canvas');
  const graph = useEditor((state) => state.document.graph);
  if (props.issues.length === 0) return null;
  return (
    <>
      <h3 className="issue-title">{props.title}</h3>
      <ul className="probs boxed">
        {props.issues.map((issue) => (
          <li className="prob tall" key={`${issue.code}${issue.path}${issue.message}`}>
            {issue.severity === 'warning' ? (
              <TriangleAlert className="i sev-w" aria-hidden />
            ) : (
              <CircleX className="i sev-e" aria-hidden />
            )}
            <span className="prob-text">
              <b>{issue.nodeId === undefined ? t('drawer.workflow') : nodeName(graph, issue.nodeId)}</b>{' '}
              <ProblemText kind="issues" problem={issue} />
            </span>
            <button type="button" className="link" onClick={() => props.onGoTo(issue)}>
              {t('drawer.goToField')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
