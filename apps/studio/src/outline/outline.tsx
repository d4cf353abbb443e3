'use client';

import { indexOf } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import './outline.css';
import { OutlineHead } from './outline-head';
import { outlineLines } from './outline-lines';
import { OutlineRow } from './outline-row';
import { useHandleWord } from './use-handle-word';
import { useOutlineKeys } from './use-outline-keys';

export interface OutlineProps {
  readonly onGoTo: (issue: PlacedIssue) => void;
}

/**
 * The graph as a table: read from top to bottom, and built by the same actions as the canvas. Rows take the focus and
 * are the selection, so that each key of the editor means the same here.
 */
export function Outline({ onGoTo }: OutlineProps) {
  const t = useTranslations('keyboard.outline');
  const store = useEditorStore();
  const graph = useEditor((state) => state.document.graph);
  const chosen = useEditor((state) => state.chosen.nodes);
  const handle = useHandleWord();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(
    () => outlineLines(graph, folded, { handle, nothing: t('nothing'), and: t('and') }),
    [graph, folded, handle, t],
  );
  const table = useRef<HTMLTableElement>(null);
  const last = [...chosen].at(-1);
  const active = lines.find(({ id }) => id === last)?.id ?? lines[0]?.id;

  const fold = useCallback(
    (id: string, closed: boolean) =>
      setFolded((now) => {
        const next = new Set(now);
        if (closed) next.add(id);
        else next.delete(id);
        return next;
      }),
    [],
  );
  useUnfoldFor(last, fold);
  useKeepFocus(table, active);

  const { onKeyDown, onChoose } = useOutlineKeys({ table, lines, folded, fold, active });

  return (
    <section className="outline" aria-label={t('title')}>
      <OutlineHead />
      <div className="outline-body">
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows that take the focus make it a treegrid
          role="treegrid"
          aria-label={t('label', { nodes: graph.nodes.length, edges: graph.edges.length })}
          aria-multiselectable
          onKeyDown={onKeyDown}
          // The row that is entered is the selection, unless there is one.
          onFocus={(event) => {
            const entered = (event.target as HTMLElement).dataset.row;
            if (entered !== undefined && chosen.size === 0) store.getState().choose([entered]);
          }}
        >
          <thead>
            <tr>
              {(['order', 'name', 'type', 'from', 'to', 'problems', 'status'] as const).map((column) => (
                <th key={column} scope="col" className={`outline-${column}`}>
                  {t(`columns.${column}`)}
                </th>
              ))}
              <th className="outline-more">
                <span className="sr">{t('columns.more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <OutlineRow
                key={line.id}
                line={line}
                folded={folded.has(line.id)}
                chosen={chosen.has(line.id)}
                active={line.id === active}
                onChoose={onChoose}
                onFold={fold}
                onGoTo={onGoTo}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="help outline-keys">{t('keys')}</p>
    </section>
  );
}

/** What is selected from elsewhere, as by the problems or a search, is to be seen. */
function useUnfoldFor(nodeId: string | undefined, fold: (id: string, closed: boolean) => void): void {
  const store = useEditorStore();
  useEffect(() => {
    if (nodeId === undefined) return;
    const { nodes } = indexOf(store.getState().document.graph);
    let parent = nodes.get(nodeId)?.parentId;
    for (let depth = 0; parent !== undefined && depth < 50; depth += 1) {
      fold(parent, false);
      parent = nodes.get(parent)?.parentId;
    }
  }, [nodeId, fold, store]);
}

/** A row that goes away while it has the focus, as by Delete or undo, hands it to the row that is active now. */
function useKeepFocus(
  table: { readonly current: HTMLTableElement | null },
  active: string | undefined,
): void {
  const had = useRef(false);
  useEffect(() => {
    const note = () => {
      const focused = document.activeElement;
      if (focused !== null && focused !== document.body)
        had.current = table.current?.contains(focused) === true;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [table]);
  useEffect(() => {
    const lost = document.activeElement === document.body && had.current;
    if (lost && active !== undefined)
      table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active)}"]`)?.focus();
  });
}
