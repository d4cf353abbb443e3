'use client';

import { useTranslations } from 'next-intl';
import { iterationText } from '../runs/node-names';
import type { Lane } from './use-lanes';

/** Chooses the iteration that is looked at, where there is more than one. */
export function LanePick(props: { lanes: readonly Lane[]; lane: Lane; onChoose: (key: string) => void }) {
  const t = useTranslations('canvas');
  const words = useTranslations('shell.status');
  if (props.lanes.length < 2) return null;
  return (
    <label className="values-pick">
      <span className="t12 mut">{t('values.iteration')}</span>
      <select className="in" value={props.lane.key} onChange={(event) => props.onChoose(event.target.value)}>
        {props.lanes.map((one) => (
          <option key={one.key} value={one.key}>
            {iterationText(one.path) || '1'} · {words(one.status)}
          </option>
        ))}
      </select>
    </label>
  );
}
