'use client';

import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { NodeIcon } from '../ui/node-icon';
import { useNodeSearch } from './node-search';

export interface AddMenuProps {
  /** Where it opens, in pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** Types that may stand here. */
  readonly allows: (type: NodeType) => boolean;
  readonly onAdd: (type: NodeType) => void;
  readonly onClose: () => void;
}

const WIDTH = 240;
const HEIGHT = 320;

/** The next node, chosen by typing: arrows and Enter, or a click. */
export function AddMenu({ x, y, allows, onAdd, onClose }: AddMenuProps) {
  const t = useTranslations('canvas');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const types = useNodeSearch(text).filter(allows);
  const chosen = types[Math.min(at, types.length - 1)];
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close.current();
    };
    window.addEventListener('pointerdown', outside, true);
    return () => window.removeEventListener('pointerdown', outside, true);
  }, []);

  useEffect(() => {
    if (chosen) list.current?.querySelector(`[data-type="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const left = Math.max(8, Math.min(x, window.innerWidth - WIDTH - 8));
  const top = Math.max(8, Math.min(y, window.innerHeight - HEIGHT - 8));
  return (
    <div
      ref={box}
      className="add-menu"
      style={{ left, top, width: WIDTH }}
      role="dialog"
      aria-label={t('add.title')}
    >
      <div className="in-icon">
        <Search className="i" aria-hidden />
        <input
          ref={input}
          className="in"
          role="combobox"
          aria-expanded
          aria-controls="add-menu-list"
          aria-activedescendant={chosen ? `add-${chosen}` : undefined}
          value={text}
          placeholder={t('palette.search')}
          aria-label={t('palette.search')}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') setAt(Math.min(types.length - 1, at + 1));
            else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
            else if (event.key === 'Enter' && chosen) onAdd(chosen);
            else if (event.key === 'Escape' || event.key === 'Tab') onClose();
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
      </div>
      <div ref={list} id="add-menu-list" className="add-list" role="listbox" aria-label={t('add.title')}>
        {types.map((type) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the search field's, which keeps the focus
          <div
            key={type}
            id={`add-${type}`}
            data-type={type}
            role="option"
            tabIndex={-1}
            aria-selected={type === chosen}
            className={`add-item${type === chosen ? ' on' : ''}`}
            onPointerMove={() => setAt(types.indexOf(type))}
            onClick={() => onAdd(type)}
          >
            <NodeIcon type={type} />
            <span className="add-words">
              <b>{t(`nodes.${type}.name`)}</b>
              <span className="ell">{t(`nodes.${type}.about`)}</span>
            </span>
          </div>
        ))}
        {types.length === 0 ? <p className="help palette-none">{t('palette.none')}</p> : null}
      </div>
    </div>
  );
}

/** Whether a type may follow something: it takes an input, and a loop's body takes neither entry nor exit. */
export function mayFollow(type: NodeType, inLoop: boolean): boolean {
  const definition = nodeDefinitions[type];
  return definition.hasInput && (!inLoop || definition.allowedInLoop);
}
