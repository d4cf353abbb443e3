/** A key as text: `Mod+Shift+Z`, `Shift+L`, `Delete`, `?`. `Mod` is Ctrl, and Cmd on a Mac. */
export type Shortcut = string;

export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/**
 * Whether a press is this shortcut. Shift counts for letters and named keys only: where `?` stands depends on the
 * keyboard. A keyboard of another script is read by the place of its letters.
 */
export function matchesShortcut(shortcut: Shortcut, press: KeyPress): boolean {
  const { mod, shift, key } = parse(shortcut);
  if (mod !== (press.ctrlKey || press.metaKey) || press.altKey) return false;
  const letter = /^[a-z]$/i.test(key);
  if ((letter || key.length > 1) && shift !== press.shiftKey) return false;
  if (!letter) return press.key === key;
  if (/^[ -~]$/.test(press.key)) return press.key.toLowerCase() === key.toLowerCase();
  return press.code === `Key${key.toUpperCase()}`;
}

function parse(shortcut: Shortcut): { mod: boolean; shift: boolean; key: string } {
  const mod = shortcut.startsWith('Mod+');
  const rest = mod ? shortcut.slice(4) : shortcut;
  const shift = rest.startsWith('Shift+');
  return { mod, shift, key: shift ? rest.slice(6) : rest };
}

/** The keys to press, for `<kbd>`: `['Ctrl', 'Shift', 'Z']`, and with the signs of a Mac `['⌘', '⇧', 'Z']`. */
export function shortcutKeys(shortcut: Shortcut, mac = isMac()): string[] {
  const { mod, shift, key } = parse(shortcut);
  return [...(mod ? [mac ? '⌘' : 'Ctrl'] : []), ...(shift ? [mac ? '⇧' : 'Shift'] : []), NAMES[key] ?? key];
}

function isMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}
