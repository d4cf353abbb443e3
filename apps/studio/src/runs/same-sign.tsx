'use client';

import { Equal, EqualNot } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { Sameness } from '../run-state/compare-runs';

/** Whether two values are the same, as a sign with its word. */
export function SameSign({ same }: { same: Sameness }) {
  const t = useTranslations('runs');
  if (same === 'none') return <span className="mut">·</span>;
  const Icon = same === 'same' ? Equal : EqualNot;
  return (
    <span className={`same-${same}`} title={t(`compare.${same}`)}>
      <Icon className="i" role="img" aria-label={t(`compare.${same}`)} />
    </span>
  );
}
