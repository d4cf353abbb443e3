'use client';

import { type DiffLine, type Fold, foldLines, lineDiff } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';

const SIGN = { same: ' ', added: '+', removed: '−' } as const;
/** Beyond this many rows the rest waits behind a button. */
const STEP = 400;

/** Two texts line by line, unchanged stretches folded. */
export function TextDiff(props: { before: string; after: string; label: string }) {
  const t = useTranslations('versions');
  const [shown, setShown] = useState(STEP);
  const rows = useMemo(() => foldLines(lineDiff(props.before, props.after)), [props.before, props.after]);
  if (rows.every((row) => row.kind === 'same' || row.kind === 'fold')) {
    return <p className="mut t12 pad12">{t('sameText')}</p>;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="td" aria-label={props.label} tabIndex={0}>
      {rows.slice(0, shown).map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no identity but their place
        <Row key={index} row={row} />
      ))}
      {rows.length > shown ? (
        <button type="button" className="link pad12" onClick={() => setShown(shown + STEP)}>
          {t('moreLines', { count: rows.length - shown })}
        </button>
      ) : null}
    </section>
  );
}

function Row({ row }: { row: DiffLine | Fold }) {
  const t = useTranslations('versions');
  if (row.kind === 'fold') return <div className="td-fold">{t('sameLines', { count: row.count })}</div>;
  return (
    <div className={`td-${row.kind}`}>
      <span className="td-sign" aria-hidden>
        {SIGN[row.kind]}
      </span>
      {row.kind === 'same' ? null : <span className="sr">{t(`line.${row.kind}`)}</span>}
      <code>{row.text}</code>
    </div>
  );
}
