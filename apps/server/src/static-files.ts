/**
 * The files of the pages that are named by their content: scripts, styles, pictures. The build packs them once
 * (`scripts/lib/precompress.mjs`); here the packed one that a browser takes is found and sent as it is.
 */
import { CodedError } from '@weftwork/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_HEADERS } from './page-headers';
import { sendProblem } from './send-problem';

/** Best first, where a browser likes several equally well. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

const EXTENSIONS = { br: '.br', gzip: '.gz' } satisfies Record<Encoding, string>;

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export interface StaticFiles {
  /** Sends the file at `path`, as it stands in the address, below the folder; `NOT_FOUND` where there is none. */
  serve(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply>;
  /** Loads what the first request needs. */
  warmUp(): Promise<void>;
}

/** `root` is the folder, an absolute path. */
export function createStaticFiles(root: string): StaticFiles {
  const options = {
    root,
    acceptRanges: false, // a part of a packed file is of no use to anyone
    index: false,
    immutable: true,
    maxAge: YEAR_MS,
  };

  /** The file in the best encoding that is accepted and there, else as it is. */
  async function find(request: FastifyRequest, path: string) {
    const { send, negotiate } = await load();
    const accepted = request.headers['accept-encoding']?.toString().toLowerCase() ?? '';
    const left: Encoding[] = [...ENCODINGS];
    for (;;) {
      const encoding = negotiate(accepted, left);
      // The library decodes the path, once, and refuses what leads out of the folder.
      const found = await send(request.raw, encoding === null ? path : path + EXTENSIONS[encoding], options);
      if (encoding === null || found.type === 'file') return { ...found, encoding };
      left.splice(left.indexOf(encoding), 1);
    }
  }

  return {
    async serve(request, reply, path) {
      const found = await find(request, path);
      const { statusCode, headers, stream, encoding } = found;
      if (found.type === 'error' && statusCode === 500) throw found.metadata.error; // such as too many open files
      if (found.type !== 'file') {
        return sendProblem(reply, new CodedError('NOT_FOUND', 'There is nothing at this address.'));
      }
      reply.code(statusCode).headers({ ...headers, ...FILE_HEADERS, vary: 'accept-encoding' });
      if (encoding !== null && statusCode !== 304) {
        reply.headers({ 'content-encoding': encoding, 'content-type': await contentType(path) });
      }
      return reply.send(stream);
    },
    async warmUp() {
      await load();
    },
  };
}

/** Not before it is needed: the API is to answer soon. */
async function load() {
  const [{ send, mime, isUtf8MimeType }, { negotiate }] = await Promise.all([
    import('@fastify/send'),
    import('@fastify/accept-negotiator'),
  ]);
  return { send, mime, isUtf8MimeType, negotiate };
}

/** That of the file, not of its packed form. */
async function contentType(path: string): Promise<string> {
  const { mime, isUtf8MimeType } = await load();
  const type = mime.getType(path) ?? 'application/octet-stream';
  return isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
}
