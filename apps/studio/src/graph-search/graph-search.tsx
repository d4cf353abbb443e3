'use client';

import type { GraphMatch, Replaced } from '@weftwork/editor';
import { ArrowDown, ArrowUp, CaseSensitive, Replace, ReplaceAll, Search, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { nodeName } from '../canvas/node-card';
import { useEditor } from '../editor-page/editor-store';
import { Button, IconButton } from '../ui/button';
import './graph-search.css';
import { fieldOf, snippetOf } from './match-words';
import { useGraphSearch } from './use-graph-search';

export interface GraphSearchProps {
  /** Selects a node and brings it into view; the focus stays here. */
  readonly onShow: (nodeId: string) => void;
  /** Leaves the search for a field of a node. */
  readonly onGoTo: (place: { nodeId: string; field: string }) => void;
  readonly onClose: () => void;
  /** Changes when the search is asked for again while it is open. */
  readonly asked: number;
}

/** Search and replace inside the graph: names, ids and all texts of the settings. */
export function GraphSearch({ onShow, onGoTo, onClose, asked }: GraphSearchProps) {
  const t = useTranslations('keyboard.search');
  const search = useGraphSearch((match) => onShow(match.nodeId));
  const [replacement, setReplacement] = useState('');
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { matches, at } = search;

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again, the field is ready for another text
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [asked]);

  const replace = (which: 'shown' | 'all') => {
    const replaced = search.replace(replacement, which);
    setSaid(wordsFor(replaced));
  };
  const wordsFor = ({ count, refused }: Replaced): string => {
    const [first] = refused;
    const done = t('replaced', { count });
    return first ? `${done} ${t(`refused.${first.reason}`, { from: first.from, to: first.to })}` : done;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown' || event.key === 'F3') search.goTo(at + (event.shiftKey ? -1 : 1));
    else if (event.key === 'ArrowUp') search.goTo(at - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    const match = matches[at];
    if ((event.ctrlKey || event.metaKey) && match) onGoTo({ nodeId: match.nodeId, field: fieldOf(match) });
    else if (event.shiftKey) search.goTo(at - 1);
    else search.goTo(at + (started.current === search.text ? 1 : 0));
    started.current = search.text;
  };
  /** The text whose first match was shown: the first Enter shows that one, the next ones lead on. */
  const started = useRef<string>(undefined);

  return (
    <search className="graph-search" aria-label={t('title')} onKeyDown={onKeyDown}>
      <div className="gs-row">
        <span className="in-icon">
          <Search className="i" aria-hidden />
          <input
            ref={input}
            className="in"
            value={search.text}
            placeholder={t('find')}
            aria-label={t('find')}
            aria-keyshortcuts="Enter Shift+Enter"
            onChange={(event) => search.setText(event.target.value)}
            onKeyDown={onSearchKey}
          />
        </span>
        <span className="gs-count" role="status">
          {search.text === '' ? '' : t('count', { at: at + 1, count: matches.length })}
        </span>
        <IconButton
          label={t('matchCase')}
          size="small"
          aria-pressed={search.matchCase}
          onClick={() => search.setMatchCase(!search.matchCase)}
        >
          <CaseSensitive className="i" aria-hidden />
        </IconButton>
        <IconButton label={t('previous')} size="small" off={at < 0} onClick={() => search.goTo(at - 1)}>
          <ArrowUp className="i" aria-hidden />
        </IconButton>
        <IconButton label={t('next')} size="small" off={at < 0} onClick={() => search.goTo(at + 1)}>
          <ArrowDown className="i" aria-hidden />
        </IconButton>
        <IconButton label={t('close')} size="small" onClick={onClose}>
          <X className="i" aria-hidden />
        </IconButton>
      </div>
      <div className="gs-row">
        <input
          className="in"
          value={replacement}
          placeholder={t('replaceWith')}
          aria-label={t('replaceWith')}
          onChange={(event) => setReplacement(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            replace(event.ctrlKey || event.metaKey ? 'all' : 'shown');
          }}
        />
        <Button size="small" off={at < 0} onClick={() => replace('shown')}>
          <Replace className="i" aria-hidden />
          {t('replace')}
        </Button>
        <Button size="small" off={at < 0} onClick={() => replace('all')}>
          <ReplaceAll className="i" aria-hidden />
          {t('replaceAll')}
        </Button>
      </div>
      {said ? (
        <p className="help gs-said" role="status">
          {said}
        </p>
      ) : null}
      {matches.length > 0 ? (
        <Matches matches={matches} at={at} onChoose={search.goTo} onGoTo={onGoTo} />
      ) : null}
    </search>
  );
}

/** More are walked with the arrows, but not listed. */
const MOST_LISTED = 200;

function Matches(props: {
  matches: readonly GraphMatch[];
  at: number;
  onChoose: (at: number) => void;
  onGoTo: GraphSearchProps['onGoTo'];
}) {
  const t = useTranslations('keyboard.search');
  const graph = useEditor((state) => state.document.graph);
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another match is shown
  useEffect(() => {
    list.current?.querySelector('.on')?.scrollIntoView({ block: 'nearest' });
  }, [props.at]);
  return (
    <ul className="gs-list" ref={list} aria-label={t('matches')}>
      {props.matches.slice(0, MOST_LISTED).map((match, index) => {
        const { before, match: hit, after } = snippetOf(match);
        const field = fieldOf(match);
        return (
          <li key={`${match.nodeId}${field}${match.from}`}>
            <button
              type="button"
              className={index === props.at ? 'gs-item on' : 'gs-item'}
              aria-current={index === props.at || undefined}
              onClick={() => props.onChoose(index)}
              onDoubleClick={() => props.onGoTo({ nodeId: match.nodeId, field })}
            >
              <b className="ell">{nodeName(graph, match.nodeId)}</b>
              <span className="mut gs-part">{t(`part.${match.part}`)}</span>
              <span className="gs-text">
                {before}
                <mark>{hit}</mark>
                {after}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
