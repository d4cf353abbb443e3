'use client';

import { PencilLine, Tag } from 'lucide-react';
import { useTranslations } from 'next-intl';

/** A published version with the start of its hash, or the draft. */
export function VersionBadge(props: {
  version: number | 'draft' | undefined;
  graphHash?: string | undefined;
}) {
  const t = useTranslations('shell');
  if (props.version === undefined) return null;
  const hash = props.graphHash ? <code>{props.graphHash.slice(0, 7)}</code> : null;
  if (props.version === 'draft') {
    return (
      <span className="chip line" title={props.graphHash}>
        <PencilLine className="i" aria-hidden />
        {t('version.draft')} {hash}
      </span>
    );
  }
  return (
    <span className="chip" title={props.graphHash}>
      <Tag className="i" aria-hidden />
      {t('version.short', { version: props.version })} {hash}
    </span>
  );
}
