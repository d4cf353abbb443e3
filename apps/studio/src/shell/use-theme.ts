'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { rememberChoice } from './remember-choice';
import { readTheme, THEME_COOKIE, type Theme } from './theme-bootstrap';

const listeners = new Set<() => void>();

function currentChoice(): Theme {
  return readTheme(new RegExp(`(?:^|; )${THEME_COOKIE}=([a-z]+)`).exec(document.cookie)?.[1]);
}

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => apply(currentChoice());
  listeners.add(listener);
  system.addEventListener('change', follow);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', follow);
  };
}

/** The reader's theme: light, dark or as the system has it; remembered for a year. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, currentChoice, () => 'system' as const);
  const choose = useCallback((next: Theme) => {
    rememberChoice(THEME_COOKIE, next);
    apply(next);
    for (const listener of listeners) listener();
  }, []);
  return [theme, choose];
}
