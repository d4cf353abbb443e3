import { describe, expect, it } from 'vitest';
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

it('names keys as a person reads them', () => {
  expect(shortcutKeys('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(shortcutKeys('Mod+ArrowLeft', true)).toEqual(['⌘', '←']);
});
