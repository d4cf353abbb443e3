import type { ExecutionContext } from '@weftwork/runtime';
import type { Artifact, JsonObject } from '@weftwork/schema';

/** JSON Schema of an artifact as it stands in a skill's data. */
export const artifactSchema: JsonObject = {
  type: 'object',
  properties: {
    artifactId: { type: 'string' },
    name: { type: 'string' },
    mimeType: { type: 'string' },
    path: { type: 'string' },
  },
  required: ['artifactId', 'name', 'mimeType', 'path'],
};

/** Keeps text as a file. The name is display text; what a file system would trip over is replaced. */
export function saveText(
  ctx: ExecutionContext,
  file: { name: string; extension: string; mimeType: string; text: string },
): Promise<Artifact> {
  const base = file.name
    .replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
  const name = base.toLowerCase().endsWith(`.${file.extension}`)
    ? base
    : `${base || 'file'}.${file.extension}`;
  return ctx.saveArtifact({ name, mimeType: file.mimeType, bytes: new TextEncoder().encode(file.text) });
}
