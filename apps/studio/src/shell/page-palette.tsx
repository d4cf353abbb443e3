'use client';

import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import type { Command } from '../command-palette/command-palette';
import { matchesShortcut, shortcutKeys } from '../ui/shortcut';
import { useReadPageActions } from './page-actions';

const PageCommands = dynamic(() => import('./page-commands').then((module) => module.PageCommands), {
  ssr: false,
});

const KEY = 'Mod+K';

/** Opens the command palette on every page with the top bar: by the key, and by a button that names it. */
export function PagePalette() {
  const t = useTranslations('shell');
  const [open, setOpen] = useState<readonly Command[]>();
  const [keys, setKeys] = useState<readonly string[]>([]);
  const read = useReadPageActions();
  // The keys of the reader's own machine, which the server does not know.
  useEffect(() => setKeys(shortcutKeys(KEY)), []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !matchesShortcut(KEY, event)) return;
      if (event.target instanceof Element && event.target.closest('[role="dialog"],[role="menu"]')) return;
      event.preventDefault();
      setOpen(read());
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [read]);
  return (
    <>
      <button
        type="button"
        className="btn ghost jump"
        onClick={() => setOpen(read())}
        aria-label={t('nav.jump')}
      >
        <Search className="i" aria-hidden />
        <span className="word">{t('nav.jump')}</span>
        <span className="jump-keys" aria-hidden>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      </button>
      {open ? <PageCommands commands={open} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}
