import { CodedError } from '@weftwork/schema';
import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { notFound, serve } from '../route';

/**
 * Bytes somebody or something made: never shown inside our pages, never run. The declared type travels, the browser may
 * not guess another, and should it be opened all the same it stands in a sandbox without scripts.
 */
export function serveArtifacts(
  app: FastifyInstance,
  { runs, blobs }: Pick<ApiServices, 'runs' | 'blobs'>,
): void {
  serve(app, contracts.getArtifact, async ({ params, principal, request, reply }) => {
    const artifact = await runs.getArtifact(principal.workspaceId, params.id);
    if (!artifact) throw notFound(`There is no artifact "${params.id}".`);
    const etag = `"${artifact.sha256}"`;
    reply
      .header('content-disposition', attachment(artifact.name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-cache')
      .header('etag', etag)
      .type(safeType(artifact.mimeType));
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const bytes = await blobs.get(artifact.sha256);
    if (!bytes) {
      throw new CodedError(
        'ARTIFACT_STORE_FAILED',
        `The bytes of "${artifact.name}" cannot be read now; try again.`,
      );
    }
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

function safeType(declared: string): string {
  return /^[\w.+-]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/.test(declared) ? declared : 'application/octet-stream';
}

/** RFC 6266: a plain name for old clients, and the true one in UTF-8 (RFC 8187). No separators, no control characters. */
export function attachment(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
  const flat = name.toWellFormed().replaceAll(/[\u0000-\u001f\u007f/\\]/g, '_') || 'artifact';
  const plain = flat.replaceAll(/[^\w .+-]/g, '_');
  const encoded = encodeURIComponent(flat).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
