import { expect, it, vi } from 'vitest';
import { newRequestKey } from './request-key';

it('is another each time, also where the browser makes no UUIDs', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 100 }, newRequestKey);
  expect(new Set(keys).size).toBe(100);
  expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  vi.unstubAllGlobals();
});
