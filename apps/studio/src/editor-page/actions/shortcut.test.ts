import { describe, expect, it } from 'vitest';
import { ALL_ACTIONS } from './all-actions';
import { matchesShortcut, shortcutKeys } from './shortcut';

const press = (text: string, code?: string) => {
  const held = text.split('+').filter(Boolean);
  return {
    key: text.endsWith('+') ? '+' : held.at(-1)!,
    ...(code ? { code } : {}),
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
    altKey: held.includes('alt'),
  };
};

describe('matchesShortcut', () => {
  it.each([
    ['Mod+Z', press('ctrl+z'), true],
    ['Mod+Z', press('meta+z'), true],
    ['Mod+Z', press('ctrl+shift+Z'), false],
    ['Mod+Z', press('z'), false],
    ['Mod+Shift+Z', press('ctrl+shift+Z'), true],
    ['Shift+L', press('shift+L'), true],
    ['Shift+L', press('l'), false],
    ['?', press('shift+?'), true],
    ['+', press('+'), true],
    ['+', press('shift+'), true],
    ['Shift+ArrowLeft', press('shift+ArrowLeft'), true],
    ['ArrowLeft', press('shift+ArrowLeft'), false],
    ['Delete', press('alt+Delete'), false],
    ['Mod+Z', press('ctrl+я', 'KeyZ'), true],
    ['Mod+Z', press('ctrl+y', 'KeyZ'), false],
  ])('%s for %o: %s', (shortcut, pressed, expected) => {
    expect(matchesShortcut(shortcut, pressed)).toBe(expected);
  });
});

describe('the list of actions', () => {
  it('names keys as a person reads them', () => {
    expect(shortcutKeys('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(shortcutKeys('Mod+ArrowLeft', true)).toEqual(['⌘', '←']);
  });

  it('holds only keys that a keyboard sends', () => {
    const named = 'Arrow(Left|Right|Up|Down)|Enter|Escape|Tab|Delete|Backspace|ContextMenu|F\\d+';
    const sent = new RegExp(`^(Mod\\+)?(Shift\\+)?([!-~]|${named})$`);
    for (const { id, keys } of ALL_ACTIONS) for (const key of keys) expect(key, id).toMatch(sent);
  });

  it('holds every id once', () => {
    const ids = ALL_ACTIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
