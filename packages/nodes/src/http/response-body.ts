import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { type ExecutionContext, NodeError } from '@weftwork/runtime';
import type { Artifact, JsonValue } from '@weftwork/schema';
import { decodeText, decodeUtf8 } from './charset';
import type { RawResponse } from './send-request';

export interface ParsedBody {
  readonly body: JsonValue;
  readonly artifact?: Artifact;
  /** What kept the body from being what its content type says. */
  readonly problem?: string;
}

/** The body of an answer by its content type: JSON as a value, text as text, everything else as an artifact. */
export async function parseBody(
  response: RawResponse,
  bytes: Buffer,
  url: URL,
  saveArtifact: ExecutionContext['saveArtifact'],
): Promise<ParsedBody> {
  const contentType = headerText(response.headers['content-type']);
  const mimeType = contentType.split(';')[0]!.trim().toLowerCase();
  if (bytes.length === 0) return { body: null };
  if (/^(application|text)\/json$|\+json$/.test(mimeType)) return parseJson(decodeText(bytes, contentType));
  if (isTextual(mimeType)) return { body: decodeText(bytes, contentType) };
  if (mimeType === '') {
    const text = bytes.includes(0) ? undefined : decodeUtf8(bytes);
    if (text !== undefined) return { body: text };
  }
  const artifact = await saveArtifact({
    name: fileName(headerText(response.headers['content-disposition']), url),
    mimeType: mimeType === '' ? 'application/octet-stream' : mimeType,
    bytes,
  });
  return { body: { ...artifact }, artifact };
}

const TEXT_TYPES =
  /^text\/|^multipart\/|\+(xml|yaml|text)$|^application\/(xml|javascript|ecmascript|x-javascript|x-www-form-urlencoded|yaml|x-yaml|toml|graphql|sql|x-ndjson|jsonl|json-seq|x-sh|rtf)$/;

function isTextual(mimeType: string): boolean {
  return TEXT_TYPES.test(mimeType);
}

function parseJson(text: string): ParsedBody {
  try {
    // The key is refused everywhere; a service that sends it is not to be passed on.
    const reviver = /__proto__|\\u005f/i.test(text) ? refuseProto : undefined;
    return { body: JSON.parse(text, reviver) as JsonValue };
  } catch (error) {
    return { body: text, problem: (error as Error).message };
  }
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('the key __proto__ is not allowed');
  return value;
}

const decompressors = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: async (bytes: Buffer, options: { maxOutputLength: number }): Promise<Buffer> => {
    // Half of the servers leave out the zlib header; its first nibble tells.
    return (bytes[0]! & 0x0f) === 8
      ? promisify(inflate)(bytes, options)
      : promisify(inflateRaw)(bytes, options);
  },
};

/** Undoes `Content-Encoding`; the limit holds for what comes out, too. */
export async function decompressBody(response: RawResponse, maxBytes: number): Promise<Buffer> {
  const encodings = headerText(response.headers['content-encoding'])
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  let bytes = response.bytes;
  if (bytes.length === 0) return bytes;
  for (const name of encodings.reverse()) {
    if (!Object.hasOwn(decompressors, name)) {
      throw new NodeError('HTTP_BODY_INVALID', `The answer is encoded as "${name}", which is not supported.`);
    }
    try {
      bytes = await decompressors[name as keyof typeof decompressors](bytes, { maxOutputLength: maxBytes });
    } catch (cause) {
      if ((cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
        const message = `The answer is over ${maxBytes} bytes (maxBytes) once unpacked.`;
        throw new NodeError('HTTP_BODY_TOO_LARGE', message, { cause, field: '/config/maxBytes' });
      }
      throw new NodeError('HTTP_BODY_INVALID', `The answer is not valid ${name}.`, { cause });
    }
  }
  return bytes;
}

export function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

const MAX_NAME_CHARS = 200;

/** The name that the server gives the file, else the end of the path. Never a path itself. */
function fileName(disposition: string, url: URL): string {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const named = extended === undefined ? (plain?.[1] ?? plain?.[2]) : decode(extended);
  const name = (named ?? decode(url.pathname)).split(/[/\\]/).at(-1) ?? '';
  const clean = Array.from(name)
    .filter((char) => char >= ' ' && char !== '\x7f')
    .slice(0, MAX_NAME_CHARS)
    .join('')
    .trim();
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
