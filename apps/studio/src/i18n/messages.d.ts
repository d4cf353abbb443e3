import type canvas from '../../messages/en/canvas.json';
import type lists from '../../messages/en/lists.json';
import type runs from '../../messages/en/runs.json';
import type shell from '../../messages/en/shell.json';

// Lets the compiler name a key that no catalogue has.
declare module 'next-intl' {
  interface AppConfig {
    Messages: { shell: typeof shell; lists: typeof lists; runs: typeof runs; canvas: typeof canvas };
  }
}
