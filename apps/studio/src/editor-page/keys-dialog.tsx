'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '../ui/dialog';

const KEYS = [
  ['Ctrl C  X  V', 'clipboard'],
  ['Ctrl D', 'duplicate'],
  ['Ctrl A', 'all'],
  ['Ctrl Z', 'undo'],
  ['Ctrl Shift Z', 'redo'],
  ['Delete', 'remove'],
  ['Ctrl Delete', 'removeReconnect'],
  ['Tab  /', 'add'],
  ['← → ↑ ↓', 'walk'],
  ['Shift ← →', 'extend'],
  ['Enter', 'open'],
  ['Esc', 'close'],
  ['Ctrl Enter', 'run'],
  ['Ctrl S', 'save'],
  ['Shift L', 'tidy'],
  ['1', 'fit'],
  ['0  +  -', 'zoom'],
  ['F6', 'panels'],
  ['?', 'help'],
] as const;

/** All keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('canvas');
  return (
    <Dialog open onClose={onClose} title={t('keys.title')}>
      <dl className="keys-list">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.split(/\s{2}/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(`keys.${what}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{t('keys.note')}</p>
    </Dialog>
  );
}
