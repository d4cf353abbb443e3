'use client';

import { Activity, CopyPlus, Download, Ellipsis, PencilLine, Play, Trash2 } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RunSummary, Workflow } from '../api/types';
import { RunWorkflowDialog } from '../run-dialog/run-workflow-dialog';
import { IconButton } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import { VersionBadge } from '../ui/version-badge';
import { LastRun, RunSpark } from './recent-runs';
import { useWorkflowActions, workflowPath } from './use-workflow-actions';

export function WorkflowRow({ workflow, runs }: { workflow: Workflow; runs: readonly RunSummary[] }) {
  const t = useTranslations('lists');
  const [running, setRunning] = useState(false);
  const description = workflow.draft.graph?.description;
  const waiting = runs.filter((run) => run.status === 'awaiting_input').length;
  return (
    <tr>
      <td className="nm2">
        <Link prefetch={false} href={workflowPath(workflow.id)}>
          <b className="ell">{workflow.name}</b>
          <span className="ell">{description || workflow.id}</span>
        </Link>
      </td>
      <td className="opt">
        {workflow.published ? (
          <span className="badges">
            <VersionBadge {...workflow.published} />
            {workflow.draftDiffers ? (
              <DraftDiffers workflow={workflow} version={workflow.published.version} />
            ) : null}
          </span>
        ) : (
          <span className="chip line">{t('neverPublished')}</span>
        )}
      </td>
      <td className="opt">
        <RunSpark runs={runs} />
      </td>
      <td>
        <LastRun run={runs[0]} />
      </td>
      <td className="end opt">
        {waiting > 0 ? <span className="cnt">{waiting}</span> : <span className="mut">·</span>}
      </td>
      <td className="row-acts">
        <IconButton label={t('run', { name: workflow.name })} size="small" onClick={() => setRunning(true)}>
          <Play className="i" aria-hidden />
        </IconButton>
        <RowMenu workflow={workflow} />
        {running ? <RunWorkflowDialog workflow={workflow} onClose={() => setRunning(false)} /> : null}
      </td>
    </tr>
  );
}

/** The draft is ahead of what is published: leads to what differs. */
function DraftDiffers({ workflow, version }: { workflow: Workflow; version: number }) {
  const t = useTranslations('lists');
  return (
    <Link
      prefetch={false}
      className="chip line differs"
      href={`${workflowPath(workflow.id)}/versions?from=${version}&to=draft`}
      title={t('draftDiffersTip', { version })}
    >
      <PencilLine className="i" aria-hidden />
      {t('draftDiffers')}
    </Link>
  );
}

function RowMenu({ workflow }: { workflow: Workflow }) {
  const t = useTranslations('lists');
  const { duplicate, exportFile, remove } = useWorkflowActions();
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('more', { name: workflow.name })} size="small">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem
          Icon={Activity}
          onSelect={() => router.push(`/runs?workflow=${encodeURIComponent(workflow.id)}`)}
        >
          {t('showRuns')}
        </MenuItem>
        <MenuItem Icon={CopyPlus} onSelect={() => duplicate.mutate(workflow.id)}>
          {t('duplicate')}
        </MenuItem>
        <MenuItem Icon={Download} onSelect={() => exportFile.mutate(workflow.id)}>
          {t('export')}
        </MenuItem>
        <MenuLine />
        <MenuItem Icon={Trash2} danger onSelect={() => setAsking(true)}>
          {t('delete')}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        title={t('deleteTitle', { name: workflow.name })}
        text={t('deleteText')}
        action={t('delete')}
        onConfirm={() => remove.mutate(workflow)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
