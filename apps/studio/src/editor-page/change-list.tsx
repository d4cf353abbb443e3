'use client';

import { Minus, PencilLine, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { NodeIcon } from '../ui/node-icon';
import type { GraphChange } from './graph-changes';

const SIGNS = {
  added: { Icon: Plus, look: 'add' },
  removed: { Icon: Minus, look: 'del' },
  changed: { Icon: PencilLine, look: 'chg' },
} as const;

/** Changes in words: green plus, red minus, accent pencil. */
export function ChangeList({ changes }: { changes: readonly GraphChange[] }) {
  const t = useTranslations('canvas');
  if (changes.length === 0) return <p className="mut t12">{t('changes.none')}</p>;
  return (
    <ul className="chl">
      {changes.map((change) => {
        const { Icon, look } = SIGNS[change.kind];
        return (
          <li className="ch" key={`${change.what}${change.kind}${change.name}`}>
            <span className={`sg ${look}`}>
              <Icon className="i" role="img" aria-label={t(`changes.${change.kind}`)} />
            </span>
            {change.type ? <NodeIcon type={change.type} /> : null}
            <b className="ell">{change.what === 'workflow' ? t('drawer.workflow') : change.name}</b>
            <span className="mut ell" title={change.fields.join(', ')}>
              {change.fields.length > 0 ? change.fields.join(', ') : t(`changes.${change.what}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
