'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { Completion } from '../completions';

export interface CompletionMenuProps {
  readonly id: string;
  readonly options: readonly Completion[];
  readonly chosen: Completion | undefined;
  readonly onChoose: (path: string) => void;
}

/** What can be read here, by where it comes from, with kind and value of the last run. */
export function CompletionMenu({ id, options, chosen, onChoose }: CompletionMenuProps) {
  const t = useTranslations('canvas');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) list.current?.querySelector('.o.on')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const group = (name: string) =>
    name === 'inputs' ? t('field.inputs') : name === 'run' ? t('field.run') : name;
  return (
    <div className="pop">
      <div ref={list} id={id} role="listbox" className="pop-list" aria-label={t('field.insert')}>
        {options.map((option, index) => (
          <div key={option.path} role="presentation">
            {option.group !== options[index - 1]?.group ? (
              <div className="g">{group(option.group)}</div>
            ) : null}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={option === chosen}
              className={option === chosen ? 'o on' : 'o'}
              title={option.path}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option.path)}
            >
              <code>{option.path}</code>
              <span className="ty">{option.type}</span>
              {option.preview ? <span className="v">{option.preview}</span> : null}
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
