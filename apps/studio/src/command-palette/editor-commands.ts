'use client';

import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeType } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useContext } from 'react';
import { EditorActionContext, useRunAction } from '../editor-page/actions/action-context';
import { ALL_ACTIONS } from '../editor-page/actions/all-actions';
import { useEditor } from '../editor-page/editor-store';
import { useNodeSearch } from '../editor-page/node-search';
import { shortcutKeys } from '../ui/shortcut';
import type { Command } from './command-palette';

/** Everything that the editor can do now: each action that is possible, each node to go to, each type to add. */
export function useEditorCommands(does: {
  goToNode: (nodeId: string) => void;
  add: (type: NodeType) => void;
}): readonly Command[] {
  const t = useTranslations('actions');
  const words = useTranslations('canvas');
  const context = useContext(EditorActionContext);
  const runAction = useRunAction();
  const nodes = useEditor((state) => state.document.graph.nodes);
  const hasEntry = nodes.some((node) => definitionOf(nodeDefinitions, node)?.kind === 'entry');
  const types = useNodeSearch('').filter((type) => !(hasEntry && nodeDefinitions[type].kind === 'entry'));
  const state = context?.store.getState();
  const possible = ALL_ACTIONS.filter(({ id, enabled }) => id !== 'commands' && state && enabled(state));
  return [
    ...possible.map(
      ({ id, group, Icon, keys }): Command => ({
        id: `action-${id}`,
        group: 'actions',
        label: t(id),
        words: `${id} ${t(`groups.${group}`)}`,
        Icon,
        keys: keys[0] === undefined ? [] : shortcutKeys(keys[0]),
        run: () => runAction(id),
      }),
    ),
    ...nodes.map(
      ({ id, name, type }): Command => ({
        id: `node-${id}`,
        group: 'nodes',
        label: name || id,
        words: id,
        detail: id,
        nodeType: type,
        run: () => does.goToNode(id),
      }),
    ),
    ...types.map(
      (type): Command => ({
        id: `add-${type}`,
        group: 'add',
        label: words(`nodes.${type}.name`),
        words: `${type} ${words(`nodes.${type}.about`)}`,
        detail: words(`nodes.${type}.about`),
        nodeType: type,
        run: () => does.add(type),
      }),
    ),
  ];
}
