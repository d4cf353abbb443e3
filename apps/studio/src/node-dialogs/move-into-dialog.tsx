'use client';

import {
  type CanvasDocument,
  definitionOf,
  freeSpot,
  indexOf,
  LOOP,
  rootsOf,
  setParent,
  withDescendants,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { FormDialog } from './form-dialog';

/** Puts the selected nodes into a loop or out of it. Edges that would cross the border go, and are counted before. */
export function MoveIntoDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('keyboard.moveInto');
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const [ids] = useState(() => movable(store.getState().document, [...store.getState().chosen.nodes]));
  const { nodes } = indexOf(document.graph);
  const now = nodes.get(ids[0] ?? '')?.parentId ?? '';
  const own = withDescendants(document.graph, ids);
  const loops = document.graph.nodes.filter(
    (node) => definitionOf(nodeDefinitions, node)?.kind === 'loop' && !own.has(node.id),
  );
  const [wanted, setWanted] = useState(() => (now === '' ? (loops[0]?.id ?? '') : ''));
  const base = useId();
  const first = useRef<HTMLSelectElement>(null);
  const moved = new Set(ids);
  const lost = document.graph.edges.filter(
    ({ source, target }) => moved.has(source) !== moved.has(target) && wanted !== now,
  ).length;

  const move = () => {
    const parentId = wanted || undefined;
    store
      .getState()
      .act('parent', (before) => setParent(before, ids, parentId, placesIn(before, ids, parentId)));
    onClose();
  };
  const possible = ids.length > 0 && loops.length > 0;
  return (
    <FormDialog
      title={t('title')}
      cancel={t('cancel')}
      send={possible ? { label: t('move'), off: wanted === now } : undefined}
      first={first}
      onSend={move}
      onClose={onClose}
    >
      {possible ? (
        <div className="fld">
          <label className="lab" htmlFor={`${base}-loop`}>
            {t('where')}
          </label>
          <select
            id={`${base}-loop`}
            className="in"
            ref={first}
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          >
            <option value="">{t('topLevel')}</option>
            {loops.map(({ id, name }) => (
              <option key={id} value={id}>
                {name || id}
              </option>
            ))}
          </select>
          <p className="help" role="status">
            {lost > 0 ? t('edgesGo', { count: lost }) : t('count', { count: ids.length })}
          </p>
        </div>
      ) : (
        <p>{t(loops.length === 0 ? 'noLoop' : 'notAllowed')}</p>
      )}
    </FormDialog>
  );
}

function movable(document: CanvasDocument, ids: readonly string[]): string[] {
  const { nodes } = indexOf(document.graph);
  return rootsOf(document, ids).filter((id) => {
    const type = nodes.get(id)?.type;
    return type !== undefined && nodeDefinitions[type]?.allowedInLoop === true;
  });
}

/** Beside what stands there already, one under the other. */
function placesIn(document: CanvasDocument, ids: readonly string[], parentId: string | undefined) {
  const first =
    parentId === undefined ? { x: 40, y: 40 } : { x: LOOP.bodyLeft, y: LOOP.header + LOOP.padding };
  return Object.fromEntries(
    ids.map((id, at) => {
      const spot = freeSpot(document, nodeDefinitions, first, { width: 192, height: 80 }, parentId);
      return [id, { x: spot.x, y: spot.y + at * 104 }];
    }),
  );
}
