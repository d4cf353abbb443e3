import { afterEach, expect, it, vi } from 'vitest';
import { request } from './http';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a small save outlives the page', { outlivesPage: true, size: 1_000, letter: 'a' }, true],
  [
    'one too large for that is sent all the same',
    { outlivesPage: true, size: 70_000, letter: 'a' },
    undefined,
  ],
  ['bytes count, not letters', { outlivesPage: true, size: 30_000, letter: '汉' }, undefined],
  ['other requests end with the page', { outlivesPage: false, size: 1_000, letter: 'a' }, undefined],
])('%s', async (_, { outlivesPage, size, letter }, keepalive) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetched);
  await request('/draft', { method: 'PUT', body: letter.repeat(size), outlivesPage });
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(keepalive);
});
