import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from './http';
import { createQueryClient } from './query-client';

const unreachable = () => Promise.reject(new ApiError(0, 'UNREACHABLE', 'The server did not answer.'));

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => onlineManager.setOnline(true));

it('sends what is asked for while the browser believes itself offline, and tells when nobody answers', async () => {
  const client = createQueryClient();
  client.mount();
  const taken = new MutationObserver(client, { mutationFn: () => Promise.resolve('taken') });
  await expect(taken.mutate()).resolves.toBe('taken');
  const refused = new MutationObserver(client, { mutationFn: unreachable });
  await expect(refused.mutate()).rejects.toThrow('did not answer');
  expect(refused.getCurrentResult()).toMatchObject({ isPaused: false, isError: true });
  await expect(client.fetchQuery({ queryKey: ['a'], queryFn: () => 'read' })).resolves.toBe('read');
  client.unmount();
});

it('reads again what is looked at once the network is back', async () => {
  const client = createQueryClient();
  client.mount();
  let reads = 0;
  const query = new QueryObserver(client, { queryKey: ['b'], queryFn: () => ++reads, staleTime: 0 });
  await new Promise<void>((done) => {
    const leave = query.subscribe(({ data }) => {
      if (data === 1) onlineManager.setOnline(true);
      if (data !== 2) return;
      leave();
      done();
    });
  });
  client.unmount();
});
