'use client';

import { indexOf, rootsOf } from '@weftwork/editor';
import { Copy, Trash2, WandSparkles } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { duplicateChosen, removeChosen, tidyAll } from '../editor-page/editor-actions';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { Button } from '../ui/button';
import { NodeIcon } from '../ui/node-icon';

/** What can be done with several nodes at once. */
export function SeveralInspector({ fold }: { fold: ReactNode }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const chosen = useEditor((state) => state.chosen.nodes);
  const document = useEditor((state) => state.document);
  const nodes = useMemo(() => {
    const index = indexOf(document.graph).nodes;
    return rootsOf(document, [...chosen]).flatMap((id) => index.get(id) ?? []);
  }, [chosen, document]);
  return (
    <>
      <header className="ih">
        <div className="ih-text">
          <h2>{t('several.title', { count: chosen.size })}</h2>
        </div>
        {fold}
      </header>
      <div className="ib grows">
        <div className="several-acts">
          <Button onClick={() => duplicateChosen(store)}>
            <Copy className="i" aria-hidden />
            {t('inspector.duplicate')}
          </Button>
          <Button onClick={() => void tidyAll(store)}>
            <WandSparkles className="i" aria-hidden />
            {t('several.tidy')}
          </Button>
          <Button danger onClick={() => removeChosen(store, false)}>
            <Trash2 className="i" aria-hidden />
            {t('inspector.delete')}
          </Button>
        </div>
        <ul className="several-list">
          {nodes.map((node) => (
            <li key={node.id}>
              <button
                type="button"
                className="palette-item"
                onClick={() => store.getState().choose([node.id])}
              >
                <NodeIcon type={node.type} />
                <span className="ell">{node.name || node.id}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
