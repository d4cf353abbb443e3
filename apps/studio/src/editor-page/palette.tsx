'use client';

import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type RefObject, useState } from 'react';
import { IconButton } from '../ui/button';
import { NodeIcon } from '../ui/node-icon';
import { useRunAction } from './actions/action-context';
import { useEditor } from './editor-store';
import { NODE_GROUPS, useNodeSearch } from './node-search';
import { dragNodeType } from './node-type-drag';

export interface PaletteProps {
  readonly open: boolean;
  readonly onAdd: (type: NodeType) => void;
  readonly searchRef: RefObject<HTMLInputElement | null>;
}

/** Every node type by group; a click adds it behind the selection, a drag where it is let go. */
export function Palette({ open, onAdd, searchRef }: PaletteProps) {
  const t = useTranslations('canvas');
  const act = useRunAction();
  const [text, setText] = useState('');
  const hasEntry = useEditor((state) =>
    state.document.graph.nodes.some((node) => definitionOf(nodeDefinitions, node)?.kind === 'entry'),
  );
  const found = useNodeSearch(text).filter((type) => !(hasEntry && nodeDefinitions[type].kind === 'entry'));
  if (!open) {
    return (
      <aside className="palette closed" aria-label={t('palette.label')}>
        <IconButton label={t('palette.open')} onClick={() => act('togglePalette')}>
          <PanelLeftOpen className="i" aria-hidden />
        </IconButton>
      </aside>
    );
  }
  return (
    <aside className="palette" aria-label={t('palette.label')}>
      <div className="in-icon">
        <Search className="i" aria-hidden />
        <input
          ref={searchRef}
          className="in"
          type="search"
          value={text}
          placeholder={t('palette.search')}
          aria-label={t('palette.search')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && first) {
              onAdd(first);
              setText('');
            } else if (event.key === 'Escape') {
              setText('');
              event.currentTarget.blur();
            }
          }}
        />
        <kbd>/</kbd>
      </div>
      <div className="palette-list">
        {NODE_GROUPS.map((group) => {
          const types = found.filter((type) => nodeDefinitions[type].group === group);
          if (types.length === 0) return null;
          return (
            <section key={group} aria-label={t(`groups.${group}`)}>
              <h3>{t(`groups.${group}`)}</h3>
              {types.map((type) => (
                <button
                  key={type}
                  type="button"
                  className="palette-item"
                  draggable
                  title={t(`nodes.${type}.about`)}
                  onClick={() => onAdd(type)}
                  onDragStart={(event) => dragNodeType(event.dataTransfer, type)}
                >
                  <NodeIcon type={type} />
                  <span className="ell">{t(`nodes.${type}.name`)}</span>
                </button>
              ))}
            </section>
          );
        })}
        {found.length === 0 ? <p className="help palette-none">{t('palette.none')}</p> : null}
      </div>
      <button type="button" className="palette-item mut" onClick={() => act('togglePalette')}>
        <PanelLeftClose className="i" aria-hidden />
        {t('palette.collapse')}
      </button>
    </aside>
  );
}
