'use client';

import { useTranslations } from 'next-intl';
import type { Lane } from './use-lanes';

/** Chooses the iteration that is looked at, where there is more than one. */
export function LanePick(props: { lanes: readonly Lane[]; lane: Lane; onChoose: (key: string) => void }) {
  const t = useTranslations('canvas');
  if (props.lanes.length < 2) return null;
  return (
    <label className="values-pick">
      <span className="t12 mut">{t('values.iteration')}</span>
      <select className="in" value={props.lane.key} onChange={(event) => props.onChoose(event.target.value)}>
        {props.lanes.map((one) => (
          <option key={one.key} value={one.key}>
            {one.path.map((index) => index + 1).join('.') || '1'}
          </option>
        ))}
      </select>
    </label>
  );
}
