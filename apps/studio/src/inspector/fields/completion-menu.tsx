'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { NodeIcon } from '../../ui/node-icon';
import type { Completion, CompletionGroup } from '../expression/completions';

export interface CompletionMenuProps {
  readonly id: string;
  readonly options: readonly Completion[];
  readonly chosen: Completion | undefined;
  readonly onChoose: (option: Completion) => void;
}

/** What can be read here, by where it comes from, with kind and value of the last run. */
export function CompletionMenu({ id, options, chosen, onChoose }: CompletionMenuProps) {
  const t = useTranslations('canvas');
  const own = useTranslations('inspector');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) box.current?.querySelector('.o.on')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="pop" ref={box}>
      <div id={id} role="listbox" className="pop-list" aria-label={t('field.insert')}>
        {options.map((option, index) => (
          <div key={option.path} role="presentation">
            {groupKey(option.group) === groupKey(options[index - 1]?.group) ? null : (
              <GroupHead group={option.group} />
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              aria-label={[option.path, option.type, option.preview].filter(Boolean).join(', ')}
              className={option === chosen ? 'o on' : 'o'}
              title={option.path}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              <span className="ty">{option.type}</span>
              <code>{option.label}</code>
              <span className={option.state ? 'v no' : 'v'}>
                {option.state ? own(`completion.${option.state}`) : option.preview}
              </span>
            </div>
          </div>
        ))}
      </div>
      <div className="f" aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('field.keys.choose')}
        </span>
        <span>
          <kbd>Tab</kbd> {t('field.keys.insert')}
        </span>
        <span>
          <kbd>→</kbd> {t('field.keys.inside')}
        </span>
      </div>
    </div>
  );
}

function groupKey(group: CompletionGroup | undefined): string {
  if (!group) return '';
  return group.kind === 'node' ? `node ${group.id}` : group.kind;
}

function GroupHead({ group }: { group: CompletionGroup }) {
  const t = useTranslations('inspector');
  return (
    <div className="g">
      {group.kind === 'node' ? <NodeIcon type={group.type} /> : null}
      <span className="ell">
        {group.kind === 'node' || group.kind === 'inside' ? group.name : t(`completion.${group.kind}`)}
      </span>
    </div>
  );
}
