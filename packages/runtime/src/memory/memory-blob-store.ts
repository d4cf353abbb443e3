import { createHash } from 'node:crypto';
import type { BlobStore } from '../ports';

export function memoryBlobStore(): BlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (!blobs.has(sha256)) blobs.set(sha256, bytes.slice());
      return { sha256, bytes: bytes.length };
    },
    async get(sha256) {
      return blobs.get(sha256)?.slice();
    },
  };
}
