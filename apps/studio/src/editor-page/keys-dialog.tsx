'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '../ui/dialog';
import { shortcutKeys } from '../ui/shortcut';
import { ALL_ACTIONS } from './actions/all-actions';
import { ACTION_GROUPS } from './actions/editor-action';

/** All keys, from the actions themselves, so that none is forgotten. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('actions');
  const words = useTranslations('canvas');
  return (
    <Dialog open wide scrolls onClose={onClose} title={words('keys.title')}>
      <div className="keys-groups">
        {ACTION_GROUPS.map((group) => {
          const actions = ALL_ACTIONS.filter((action) => action.group === group && action.keys.length > 0);
          if (actions.length === 0) return null;
          return (
            <section key={group} aria-label={t(`groups.${group}`)}>
              <h3>{t(`groups.${group}`)}</h3>
              <dl className="keys-list">
                {actions.map(({ id, keys }) => (
                  <div key={id}>
                    <dt>
                      {keys.map((each, at) => (
                        <span key={each} className="keys-one">
                          {at > 0 ? <span className="mut">{words('keys.or')}</span> : null}
                          {shortcutKeys(each).map((key) => (
                            <kbd key={key}>{key}</kbd>
                          ))}
                        </span>
                      ))}
                    </dt>
                    <dd>{t(id)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
      <p className="help">{words('keys.note')}</p>
    </Dialog>
  );
}
