'use client';

import { indexOf, rootsOf } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { ActionButton } from '../editor-page/actions/action-button';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
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
          <ActionButton id="duplicate" />
          <ActionButton id="tidy" />
          <ActionButton id="remove" />
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
