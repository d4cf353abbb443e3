'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { countChanges, diffGraphs, openDocument } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { Issue, WorkflowGraph } from '@weftwork/schema';
import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { publishWorkflow, validateWorkflow } from '../api/client';
import { isApiError } from '../api/http';
import { keys, useVersion } from '../api/queries';
import type { PublishedVersion } from '../api/types';
import { type PlacedIssue, placeIssues } from '../canvas/canvas-store';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { ErrorNotice } from '../ui/error-notice';
import { Skeleton } from '../ui/skeleton';
import { ChangeRows } from '../versions/change-rows';
import { ClampList } from './clamp-list';
import type { DraftSaver, SaveOutcome } from './draft-saver';
import { useEditor, useEditorStore } from './editor-store';
import { IssueList } from './issue-list';

export interface PublishDialogProps {
  readonly workflowId: string;
  readonly published: PublishedVersion | undefined;
  readonly saveDraft: () => Promise<SaveOutcome>;
  readonly withRevision: DraftSaver['withRevision'];
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
      if ((await props.saveDraft()) !== 'saved') throw new Error(t('publish.notSaved'));
      return (await validateWorkflow(props.workflowId)).issues;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [note, setNote] = useState('');
  const since = usePublished(props.workflowId, props.published);
  const publish = useMutation({
    mutationFn: () =>
      props.withRevision((revision) => publishWorkflow(props.workflowId, revision, note.trim())),
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
          <ClampList clamps={report.clamps} graph={document.graph} />
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
          {check.data && errors.length === 0 ? (
            <>
              <p className="publish-ready">{t('publish.ready')}</p>
              <NoteField value={note} onChange={setNote} />
            </>
          ) : null}
          <IssueList title={t('publish.errors')} issues={errors} onGoTo={props.onGoTo} />
          <IssueList title={t('publish.warnings')} issues={warnings} onGoTo={props.onGoTo} />
          {since ? <ChangesSince version={since.version} graph={since.graph} /> : null}
        </>
      )}
    </Dialog>
  );
}

/** As the contract of publishing bounds it. */
const LONGEST_NOTE = 500;

function NoteField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('canvas');
  return (
    <label className="fld">
      <span className="lab">{t('publish.note')}</span>
      <input
        className="in"
        maxLength={LONGEST_NOTE}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="help">{t('publish.noteHelp')}</span>
    </label>
  );
}

/** The published graph, once it is read. */
function usePublished(workflowId: string, published: PublishedVersion | undefined) {
  const version = useVersion(published && workflowId, published?.version).data;
  return useMemo(
    () => version && { version: version.version, graph: openDocument(version.graph).graph },
    [version],
  );
}

function ChangesSince({ version, graph }: { version: number; graph: WorkflowGraph }) {
  const t = useTranslations('canvas');
  const draft = useEditor((state) => state.document.graph);
  const diff = useMemo(() => diffGraphs(graph, draft, nodeDefinitions), [graph, draft]);
  if (countChanges(diff) === 0) return <p className="notice">{t('publish.same', { version })}</p>;
  return (
    <>
      <h3 className="issue-title">{t('publish.changes', { version })}</h3>
      <div className="boxed-changes">
        <ChangeRows diff={diff} after={draft} />
      </div>
    </>
  );
}
