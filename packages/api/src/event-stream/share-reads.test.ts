import { expect, it } from 'vitest';
import { shareReads } from './share-reads';

/** Reads that end when they are told to, and answer how many began before them. */
function scripted() {
  const under: { key: string; end(): void; fail(error: Error): void }[] = [];
  const share = shareReads(
    (key: string) =>
      new Promise<number>((resolve, reject) => {
        const number = under.length;
        under.push({ key, end: () => resolve(number), fail: reject });
      }),
  );
  return { share, under };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

it('serves all who come during a read by one that begins after it', async () => {
  const { share, under } = scripted();
  const first = share('a');
  const later = [share('a'), share('a'), share('a')];
  expect(under.length).toBe(1);
  under[0]!.end();
  expect(await first).toBe(0);
  await settled();
  expect(under.length).toBe(2);
  const latest = share('a');
  under[1]!.end();
  expect(await Promise.all(later)).toEqual([1, 1, 1]);
  await settled();
  under[2]!.end();
  expect(await latest).toBe(2);
  share('a');
  expect(under.length).toBe(4);
});

it('keeps keys apart, and a failure to those whose read it was', async () => {
  const { share, under } = scripted();
  const [a, next, b] = [share('a'), share('a'), share('b')];
  expect(under.map(({ key }) => key)).toEqual(['a', 'b']);
  under[0]!.fail(new Error('away'));
  under[1]!.end();
  await expect(a).rejects.toThrow('away');
  expect(await b).toBe(1);
  await settled();
  under[2]!.end();
  expect(await next).toBe(2);
});
