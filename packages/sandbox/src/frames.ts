const HEADER_BYTES = 4;

/** A frame is four bytes of length, big-endian, then that many bytes. */
export function encodeFrame(payload: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length);
  frame.writeUInt32BE(payload.length, 0);
  payload.copy(frame, HEADER_BYTES);
  return frame;
}

/**
 * Cuts a byte stream into frames. Nothing beyond `maxBytes` is ever kept: a longer announcement
 * is an error before its bytes arrive.
 */
export function createFrameReader(maxBytes: number, onFrame: (payload: Buffer) => void) {
  let chunks: Buffer[] = [];
  let size = 0;

  const take = (count: number): Buffer => {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    chunks = all.length > count ? [all.subarray(count)] : [];
    size -= count;
    return all.subarray(0, count);
  };

  let expected: number | undefined;
  return (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    for (;;) {
      if (expected === undefined) {
        if (size < HEADER_BYTES) return;
        expected = take(HEADER_BYTES).readUInt32BE(0);
        if (expected > maxBytes) throw new RangeError(`A frame of ${expected} bytes is over ${maxBytes}.`);
      }
      if (size < expected) return;
      const payload = take(expected);
      expected = undefined;
      onFrame(payload);
    }
  };
}
