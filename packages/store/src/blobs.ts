import { createHash } from 'node:crypto';
import type { BlobStore } from '@weftwork/runtime';
import { CodedError } from '@weftwork/schema';
import type { Pool } from 'pg';
import { inStatement, inTransaction } from './transaction';

const CHUNK_BYTES = 1024 * 1024;
const LIMIT_BYTES = 100 * 1024 * 1024;

/** Bytes in PostgreSQL, in pieces, by their SHA-256. The same bytes are stored once. */
export function blobStore(pool: Pool): BlobStore {
  return {
    async put(bytes) {
      if (bytes.length > LIMIT_BYTES)
        throw new CodedError(
          'ARTIFACT_TOO_LARGE',
          `A file may have 100 MiB; this one has ${bytes.length} bytes.`,
        );
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await inTransaction(pool, async (client) => {
        // Who else stores the same bytes waits here, then finds them stored.
        const added = await client.query(
          'INSERT INTO blobs (sha256, bytes) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [sha256, bytes.length],
        );
        if (added.rowCount === 0) return;
        for (let chunk = 0; chunk * CHUNK_BYTES < bytes.length; chunk += 1) {
          const piece = bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES);
          await client.query('INSERT INTO blob_chunks (sha256, chunk, data) VALUES ($1, $2, $3)', [
            sha256,
            chunk,
            Buffer.from(piece.buffer, piece.byteOffset, piece.length),
          ]);
        }
      });
      return { sha256, bytes: bytes.length };
    },

    async get(sha256) {
      const blob = await inStatement(() =>
        pool.query<{ bytes: string }>('SELECT bytes FROM blobs WHERE sha256 = $1', [sha256]),
      );
      if (!blob.rows[0]) return undefined;
      const bytes = new Uint8Array(Number(blob.rows[0].bytes));
      for (let chunk = 0; chunk * CHUNK_BYTES < bytes.length; chunk += 1) {
        const { rows } = await inStatement(() =>
          pool.query<{ data: Buffer }>('SELECT data FROM blob_chunks WHERE sha256 = $1 AND chunk = $2', [
            sha256,
            chunk,
          ]),
        );
        bytes.set(rows[0]!.data, chunk * CHUNK_BYTES);
      }
      return bytes;
    },
  };
}
