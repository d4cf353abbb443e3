'use client';

import { indexOf } from '@weftwork/editor';
import { Cable, FolderInput, Network, PencilLine, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { useRunAction } from '../editor-page/actions/action-context';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { Button } from '../ui/button';
import './outline.css';
import { type OutlineLine, outlineLines } from './outline-lines';
import { OutlineRow } from './outline-row';
import { useHandleWord } from './use-handle-word';

export interface OutlineProps {
  readonly onGoTo: (issue: PlacedIssue) => void;
}

/**
 * The graph as a table: read from top to bottom, and built by the same actions as the canvas. Rows take the focus and
 * are the selection, so that each key of the editor means the same here.
 */
export function Outline({ onGoTo }: OutlineProps) {
  const t = useTranslations('keyboard.outline');
  const run = useRunAction();
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
  const anchor = useRef<string>(undefined);
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

  const focusRow = (line: OutlineLine | undefined) => {
    if (!line) return;
    const row = table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(line.id)}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  const moveTo = (to: number, extend: boolean) => {
    const line = lines[Math.max(0, Math.min(lines.length - 1, to))];
    if (!line) return;
    const from = lines.findIndex(({ id }) => id === (anchor.current ?? active));
    if (extend && from >= 0) {
      const at = lines.indexOf(line);
      const range = lines.slice(Math.min(from, at), Math.max(from, at) + 1).map(({ id }) => id);
      // The row that was reached comes last: it is where the next key goes on from.
      store.getState().choose([...range.filter((id) => id !== line.id), line.id]);
    } else {
      anchor.current = line.id;
      store.getState().choose([line.id]);
    }
    focusRow(line);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Tab') {
      event.stopPropagation(); // leads on, as from any table
      return;
    }
    const row = event.target.closest<HTMLElement>('[data-row]');
    const at = lines.findIndex(({ id }) => id === row?.dataset.row);
    const line = lines[at];
    if (!line) return;
    switch (event.key) {
      case 'ArrowDown':
        moveTo(at + 1, event.shiftKey);
        break;
      case 'ArrowUp':
        moveTo(at - 1, event.shiftKey);
        break;
      case 'Home':
        moveTo(0, event.shiftKey);
        break;
      case 'End':
        moveTo(lines.length - 1, event.shiftKey);
        break;
      case 'ArrowRight':
        if (line.hasBody && folded.has(line.id)) fold(line.id, false);
        else if (line.hasBody) moveTo(at + 1, false);
        break;
      case 'ArrowLeft': {
        const parent = lines.slice(0, at).findLastIndex(({ level }) => level < line.level);
        if (line.hasBody && !folded.has(line.id)) fold(line.id, true);
        else if (parent >= 0) moveTo(parent, false);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const latest = useRef<(id: string, event: MouseEvent) => void>(undefined);
  latest.current = (id, event) => {
    const at = lines.findIndex((line) => line.id === id);
    if (event.ctrlKey || event.metaKey) toggle(store, id);
    else moveTo(at, event.shiftKey);
  };
  const onChoose = useCallback((id: string, event: MouseEvent) => latest.current?.(id, event), []);

  const none = chosen.size === 0;
  return (
    <section className="outline" aria-label={t('title')}>
      <div className="outline-head">
        <h2>{t('title')}</h2>
        <Button size="small" onClick={() => run(none ? 'findNode' : 'addAfter')}>
          <Plus className="i" aria-hidden />
          {t('add')}
        </Button>
        <Button size="small" off={chosen.size !== 1} onClick={() => run('connect')}>
          <Cable className="i" aria-hidden />
          {t('connect')}
        </Button>
        <Button size="small" off={chosen.size !== 1} onClick={() => run('rename')}>
          <PencilLine className="i" aria-hidden />
          {t('rename')}
        </Button>
        <Button size="small" off={none} onClick={() => run('moveInto')}>
          <FolderInput className="i" aria-hidden />
          {t('moveInto')}
        </Button>
        <span className="sp" />
        <Button size="small" look="ghost" onClick={() => run('toggleOutline')}>
          <Network className="i" aria-hidden />
          {t('close')}
        </Button>
      </div>
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

function toggle(store: ReturnType<typeof useEditorStore>, id: string): void {
  const { chosen, choose } = store.getState();
  choose(chosen.nodes.has(id) ? [...chosen.nodes].filter((each) => each !== id) : [...chosen.nodes, id]);
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
