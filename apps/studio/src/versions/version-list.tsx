'use client';

import { GitCompareArrows, PencilLine, Radio } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Workflow, WorkflowVersion } from '../api/types';
import { Time } from '../ui/time';
import type { Side } from './use-compared';

export interface VersionListProps {
  readonly workflow: Workflow;
  readonly versions: readonly WorkflowVersion[];
  readonly draftChanges: number | undefined;
  readonly from: Side | undefined;
  readonly to: Side | undefined;
  readonly onChoose: (side: Side) => void;
  readonly onCompareFrom: (side: Side) => void;
}

/** The draft and every version, newest first. One is looked at; another is what it is compared with. */
export function VersionList(props: VersionListProps) {
  const t = useTranslations('versions');
  const { workflow, versions, from, to } = props;
  const live = workflow.published?.version;
  const item = (side: Side, head: ReactNode, note: string, meta: ReactNode, mark: ReactNode) => (
    <li key={side} className={`vi${side === to ? ' on' : ''}${side === from ? ' base' : ''}`}>
      <button type="button" className="vi-b" aria-pressed={side === to} onClick={() => props.onChoose(side)}>
        <span className={side === to ? 'rad on' : 'rad'} aria-hidden />
        <span className="vi-text">
          <span className="vi-head">
            {head}
            <span className="sp" />
            {mark}
          </span>
          <span className="vi-note" title={note}>
            {note}
          </span>
          <span className="t11 mut">{meta}</span>
        </span>
      </button>
      {side === to || side === from ? null : (
        <button
          type="button"
          className="btn ghost sq sm vi-from"
          title={t('compareFrom')}
          aria-label={t('compareFromVersion', {
            version: side === 'draft' ? t('draft') : t('version', { version: side }),
          })}
          onClick={() => props.onCompareFrom(side)}
        >
          <GitCompareArrows className="i" aria-hidden />
        </button>
      )}
    </li>
  );
  return (
    <ul className="vlist" aria-label={t('title')}>
      {item(
        'draft',
        <b>{t('draft')}</b>,
        live === undefined
          ? t('neverPublished')
          : props.draftChanges === undefined
            ? '…'
            : t('changesSince', { count: props.draftChanges, version: live }),
        <>
          {t('saved')} <Time at={workflow.updatedAt} />
        </>,
        <span className="chip line">
          <PencilLine className="i" aria-hidden />
        </span>,
      )}
      {versions.map((each) =>
        item(
          each.version,
          <>
            <b>{t('version', { version: each.version })}</b>{' '}
            <code className="mut" title={each.graphHash}>
              {each.graphHash.slice(0, 7)}
            </code>
          </>,
          each.note ?? t('noNote'),
          <>
            <Time at={each.publishedAt} /> · {t('by', { name: each.publishedBy })}
          </>,
          each.version === live ? (
            <span className="chip live">
              <Radio className="i" aria-hidden />
              {t('live')}
            </span>
          ) : null,
        ),
      )}
    </ul>
  );
}
