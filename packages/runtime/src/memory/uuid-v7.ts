import { randomFillSync } from 'node:crypto';

const pool = new Uint8Array(4096);
let used = pool.length;
let lastMs = 0;
let counter = 0;

/**
 * A UUID of version 7 (RFC 9562): ordered by time, and within one process by call, so that new rows land at the end of
 * an index and the newest run has the greatest id.
 */
export function uuidV7(nowMs: number = Date.now()): string {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  if (nowMs > lastMs) {
    lastMs = nowMs;
    counter = ((pool[used + 8]! & 0x07) << 8) | pool[used + 9]!;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  const time = lastMs.toString(16).padStart(12, '0');
  const sequence = counter.toString(16).padStart(3, '0');
  pool[used] = (pool[used]! & 0x3f) | 0x80;
  let tail = '';
  for (let index = 0; index < 8; index += 1) tail += HEX[pool[used + index]!];
  used += 10;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
