'use client';

import { setGraph } from '@weftwork/editor';
import { Check, ChevronRight, CircleX, CloudOff, Ellipsis, LoaderCircle, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useStore } from 'zustand';
import type { PublishedVersion } from '../api/types';
import { inOneText, useErrorWords } from '../i18n/problem-words';
import { Logo } from '../shell/logo';
import { LanguageToggle, ThemeToggle } from '../shell/look-toggles';
import { IconButton } from '../ui/button';
import { Menu } from '../ui/menu';
import { Time } from '../ui/time';
import { ActionButton, ActionIcon } from './actions/action-button';
import { useRunAction } from './actions/action-context';
import { ActionItem } from './actions/action-item';
import { DraftBadge } from './draft-badge';
import type { DraftSaver } from './draft-saver';
import { useEditor, useEditorStore } from './editor-store';

export interface EditorBarProps {
  readonly saver: DraftSaver;
  readonly published: PublishedVersion | undefined;
  /** Whether the form of a run waits for the draft to be saved. */
  readonly openingRun: boolean;
  readonly onConflict: () => void;
  readonly onProblems: () => void;
}

/** The top bar of the editor: what is open, whether it is safe, what is wrong, and the two ways on. */
export function EditorBar(props: EditorBarProps) {
  const t = useTranslations('canvas');
  return (
    <header className="top editor-bar">
      <Link className="brand" href="/workflows" aria-label={t('bar.home')} title={t('bar.home')}>
        <Logo />
      </Link>
      <nav className="crumb" aria-label={t('bar.path')}>
        <Link href="/workflows" className="crumb-up">
          {t('bar.workflows')}
        </Link>
        <ChevronRight className="i crumb-up" aria-hidden />
        <NameField />
      </nav>
      <DraftBadge published={props.published} />
      <SaveMark saver={props.saver} onConflict={props.onConflict} />
      <span className="sp" />
      <ActionIcon id="undo" />
      <ActionIcon id="redo" />
      <span className="vr" />
      <ProblemCount onClick={props.onProblems} />
      <ActionIcon id="toggleOutline" />
      <ActionIcon id="versions" />
      <LanguageToggle />
      <ThemeToggle />
      <Menu
        trigger={
          <IconButton label={t('bar.more')}>
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        <ActionItem id="exportFile" />
        <ActionItem id="keys" />
      </Menu>
      <span className="vr" />
      <ActionButton id="run" look="primary" busy={props.openingRun}>
        {t('bar.run')}
      </ActionButton>
      <ActionButton id="publish">{t('bar.publish')}</ActionButton>
    </header>
  );
}

function NameField() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const name = useEditor((state) => state.document.graph.name);
  return (
    <>
      <h1 className="sr">{name}</h1>
      <input
        className="name-field"
        aria-label={t('bar.name')}
        title={name}
        value={name}
        size={Math.max(6, Math.min(32, widthOf(name)))}
        onChange={(event) =>
          store.getState().act('rename', (document) => setGraph(document, { name: event.target.value }), {
            gesture: 'workflow-name',
          })
        }
        onBlur={() => store.getState().endGesture()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </>
  );
}

/** Letters of the width of a Latin one; Chinese ones count nearly double. */
function widthOf(text: string): number {
  let width = 1;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? 1.8 : 1;
  return Math.ceil(width);
}

function SaveMark(props: { saver: DraftSaver; onConflict: () => void }) {
  const t = useTranslations('canvas');
  const act = useRunAction();
  const words = useErrorWords();
  const save = useStore(props.saver.state);
  switch (save.kind) {
    case 'saved':
      return (
        <span className="save-mark" role="status">
          <Check className="i" aria-hidden />
          <span>
            {t('save.saved')} {save.at ? <Time at={save.at} /> : null}
          </span>
        </span>
      );
    case 'unsaved':
    case 'saving':
      return (
        <span className="save-mark" role="status">
          <LoaderCircle className={save.kind === 'saving' ? 'i spin' : 'i'} aria-hidden />
          <span>{t(`save.${save.kind}`)}</span>
        </span>
      );
    case 'failed':
      return (
        <span className="save-mark bad" role="alert" title={inOneText(words(save.error))}>
          <CloudOff className="i" aria-hidden />
          <span>
            {t('save.failed')} {words(save.error).lead}
          </span>
          <button type="button" className="link" onClick={() => act('save')}>
            {t('save.retry')}
          </button>
        </span>
      );
    case 'conflict':
      return (
        <span className="save-mark bad" role="alert">
          <CircleX className="i" aria-hidden />
          <span>{t('save.conflict')}</span>
          <button type="button" className="link" onClick={props.onConflict}>
            {t('save.choose')}
          </button>
        </span>
      );
  }
}

function ProblemCount({ onClick }: { onClick: () => void }) {
  const t = useTranslations('canvas');
  const errors = useEditor((state) => state.allIssues.filter((issue) => issue.severity === 'error').length);
  const warnings = useEditor((state) => state.allIssues.length) - errors;
  const label = t('bar.problems', { errors, warnings });
  return (
    <button type="button" className="btn ghost" aria-label={label} title={label} onClick={onClick}>
      {errors === 0 && warnings === 0 ? (
        <Check className="i st-completed" aria-hidden />
      ) : (
        <>
          {errors > 0 ? (
            <>
              <CircleX className="i sev-e" aria-hidden />
              {errors}
            </>
          ) : null}
          {warnings > 0 ? (
            <>
              <TriangleAlert className="i sev-w" aria-hidden />
              {warnings}
            </>
          ) : null}
        </>
      )}
    </button>
  );
}
