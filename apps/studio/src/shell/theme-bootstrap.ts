export const THEME_COOKIE = 'weftwork-theme';
export type Theme = 'light' | 'dark' | 'system';

export function readTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}

/**
 * Runs before the first paint: follows the system where the reader has chosen nothing. Plain script text, since it
 * goes into the page with the nonce. It also tells zod not to try code generation, which the page's policy forbids and
 * would report.
 */
export const themeBootstrap = `globalThis.__zod_globalConfig={jitless:true};(function(){var d=document.documentElement,c=/(?:^|; )${THEME_COOKIE}=(light|dark)/.exec(document.cookie);d.dataset.theme=c?c[1]:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'})()`;
