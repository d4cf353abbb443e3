'use client';

import {
  canRemove,
  canRenameNodeId,
  definitionOf,
  remove,
  renameNodeId,
  setNodeOption,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowNode } from '@weftwork/schema';
import { Check, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useCanvas, useNode, useNodeState } from '../canvas/canvas-store';
import { duplicateChosen } from '../editor-page/editor-actions';
import { useEditorStore } from '../editor-page/editor-store';
import type { NodeState } from '../run-state/node-states';
import type { RunView } from '../run-state/run-view';
import { IconButton } from '../ui/button';
import { Menu, MenuItem } from '../ui/menu';
import { NodeIcon } from '../ui/node-icon';
import { StatusIcon } from '../ui/status-badge';
import { Tabs } from '../ui/tabs';
import { EditedNodeContext } from './expression/use-surroundings';
import { NodeDocs } from './node-docs';
import { NodeValues } from './node-values';
import { SettingsForm } from './settings-form';
import { useValues, ValuesContext } from './values-context';

type TabId = 'settings' | 'values' | 'docs';

/** One node: its name and id, its settings, what the last run gave it, and what it does. */
export function NodeInspector({
  id,
  view,
  fold,
}: {
  id: string;
  view: RunView | undefined;
  fold: ReactNode;
}) {
  const t = useTranslations('canvas');
  const node = useNode(id);
  const state = useNodeState(id);
  const graph = useCanvas((store) => store.document.graph);
  const values = useValues(view, graph);
  // Fixed when the node is chosen: a run that goes on must not take a form away from under the typing.
  const [tab, setTab] = useState<TabId>(hasRun(state) ? 'values' : 'settings');
  if (!node) return null;
  const status = state?.status;
  return (
    <EditedNodeContext value={id}>
      <ValuesContext value={values}>
        <NodeHead node={node} fold={fold} />
        <Tabs<TabId>
          label={t('inspector.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'settings',
              label: t('inspector.settings'),
              panel: (
                <div className="ib">
                  <SettingsForm node={node} />
                </div>
              ),
            },
            {
              id: 'values',
              label: (
                <>
                  {t('inspector.values')}
                  {status ? (
                    <span className={`st st-${status}`}>
                      <StatusIcon status={status} />
                    </span>
                  ) : null}
                </>
              ),
              panel: <NodeValues id={id} view={view} />,
            },
            { id: 'docs', label: t('inspector.docs'), panel: <NodeDocs node={node} /> },
          ]}
        />
      </ValuesContext>
    </EditedNodeContext>
  );
}

function hasRun(state: NodeState | undefined): boolean {
  return state !== undefined && state.status !== 'skipped';
}

function NodeHead({ node, fold }: { node: WorkflowNode; fold: ReactNode }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const known = definitionOf(nodeDefinitions, node);
  const removable = canRemove(store.getState().document, nodeDefinitions, node.id);
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
          <IdField key={node.id} id={node.id} /> · {known ? t(`nodes.${node.type}.name`) : String(node.type)}
        </span>
      </div>
      <Menu
        trigger={
          <IconButton label={t('inspector.more')} size="small">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem Icon={Copy} onSelect={() => duplicateChosen(store)}>
          {t('inspector.duplicate')}
        </MenuItem>
        <MenuItem
          Icon={Trash2}
          danger
          disabled={!removable}
          onSelect={() =>
            store
              .getState()
              .act('remove', (document) => remove(document, nodeDefinitions, { nodes: [node.id], edges: [] }))
          }
        >
          {t('inspector.delete')}
        </MenuItem>
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
