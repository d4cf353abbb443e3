'use client';

import { Cable, FolderInput, Network, PencilLine, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRunAction } from '../editor-page/actions/action-context';
import { useEditor } from '../editor-page/editor-store';
import { Button } from '../ui/button';

/** What can be done with the rows that are chosen, and the way back to the canvas. */
export function OutlineHead() {
  const t = useTranslations('keyboard.outline');
  const run = useRunAction();
  const count = useEditor((state) => state.chosen.nodes.size);
  return (
    <div className="outline-head">
      <h2>{t('title')}</h2>
      <Button size="small" onClick={() => run(count === 0 ? 'findNode' : 'addAfter')}>
        <Plus className="i" aria-hidden />
        {t('add')}
      </Button>
      <Button size="small" off={count !== 1} onClick={() => run('connect')}>
        <Cable className="i" aria-hidden />
        {t('connect')}
      </Button>
      <Button size="small" off={count !== 1} onClick={() => run('rename')}>
        <PencilLine className="i" aria-hidden />
        {t('rename')}
      </Button>
      <Button size="small" off={count === 0} onClick={() => run('moveInto')}>
        <FolderInput className="i" aria-hidden />
        {t('moveInto')}
      </Button>
      <span className="sp" />
      <Button size="small" look="ghost" onClick={() => run('toggleOutline')}>
        <Network className="i" aria-hidden />
        {t('close')}
      </Button>
    </div>
  );
}
