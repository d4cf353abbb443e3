/**
 * Writes beside each file what a browser that takes Brotli or gzip gets instead of it. The service only reads: packing
 * the editor's files anew for every reader cost it a tenth of a second of both cores.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(['.css', '.js', '.json', '.svg', '.txt']);

/** Packed, a smaller one fits into the first packet all the same. */
const WORTH_BYTES = 1024;

/** Above this size the last per cents take Brotli seconds; what is so large is not part of a page's first load. */
const LARGE_BYTES = 1024 * 1024;

const brotli = (bytes) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE_BYTES ? 9 : 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });

const ENCODINGS = [
  ['.br', brotli],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** Packs the files of text below `folder`, an absolute path; what does not become smaller is left out. */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map(precompressFile));
}

async function precompressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < WORTH_BYTES) return;
  await Promise.all(
    ENCODINGS.map(async ([extension, pack]) => {
      const packed = await pack(bytes);
      if (packed.length < bytes.length) await writeFile(file + extension, packed);
    }),
  );
}
