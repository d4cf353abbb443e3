import { describe, expect, it } from 'vitest';
import { ALL_ACTIONS } from './all-actions';

describe('the list of actions', () => {
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
