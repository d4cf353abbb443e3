'use client';

import { canRenameNodeId, definitionOf, renameNodeId, setNodeOption } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { Check, Ellipsis } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { ActionItem } from '../editor-page/actions/action-item';
import { useEditorStore } from '../editor-page/editor-store';
import { IconButton } from '../ui/button';
import { Menu } from '../ui/menu';
import { NodeIcon } from '../ui/node-icon';

/** The name and the id of a node, both to be changed in place. */
export function NodeHead({ node, fold }: { node: WorkflowNode; fold: ReactNode }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const known = definitionOf(nodeDefinitions, node);
  return (
    <header className="ih">
      <NodeIcon type={node.type} big />
      <div className="ih-text">
        <input
          className="name-field"
          aria-label={t('inspector.name')}
          title={node.name}
          value={node.name}
          onChange={(event) =>
            store
              .getState()
              .act(
                'rename',
                (document) => setNodeOption(document, nodeDefinitions, node.id, { name: event.target.value }),
                { gesture: `name ${node.id}` },
              )
          }
          onBlur={() => store.getState().endGesture()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        <span className="t11 mut ih-id">
          <IdField key={node.id} id={node.id} />
          <span aria-hidden>·</span>
          <span>{known ? t(`nodes.${node.type}.name`) : String(node.type)}</span>
        </span>
      </div>
      <Menu
        trigger={
          <IconButton label={t('inspector.more')} size="small">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        <ActionItem id="duplicate" />
        <ActionItem id="remove" />
      </Menu>
      {fold}
    </header>
  );
}

/** The id, changed only when it is finished: references follow it, so half an id would be as good as a wrong one. */
function IdField({ id }: { id: string }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const [text, setText] = useState(id);
  const answer = canRenameNodeId(store.getState().document, id, text);
  const take = () => {
    if (text === id) return;
    if (!answer.ok) {
      setText(id);
      return;
    }
    store
      .getState()
      .act('renameId', (document) => renameNodeId(document, nodeDefinitions, id, text), { select: [text] });
  };
  return (
    <span className="id-field">
      <input
        className="mono"
        aria-label={t('inspector.id')}
        title={answer.ok ? t('inspector.idAbout') : t(`inspector.refused.${answer.reason}`)}
        aria-invalid={!answer.ok}
        value={text}
        size={Math.max(4, text.length)}
        onChange={(event) => setText(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take();
          if (event.key === 'Escape') setText(id);
        }}
      />
      {text !== id && answer.ok ? <Check className="i" aria-hidden /> : null}
    </span>
  );
}
