import { randomUUID } from 'node:crypto';
import { type ExecutionContext, NodeError } from '@weftwork/runtime';
import { isJsonObject, type JsonValue } from '@weftwork/schema';
import { fieldsOf, type HttpConfig, scalarText } from './http-config';

export interface RequestBody {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** The bytes of a request body, encoded as its type says. */
export async function requestBody(
  body: HttpConfig['body'],
  readArtifact: ExecutionContext['readArtifact'],
): Promise<RequestBody | undefined> {
  if (body === undefined) return undefined;
  const { type = 'json', value = null } = body;
  switch (type) {
    case 'none':
      return undefined;
    case 'json':
      return { bytes: Buffer.from(JSON.stringify(value)), contentType: 'application/json' };
    case 'text':
      return { bytes: Buffer.from(scalarText(value) ?? ''), contentType: 'text/plain; charset=utf-8' };
    case 'form':
      return { bytes: encodeForm(value), contentType: 'application/x-www-form-urlencoded' };
    case 'multipart':
      return encodeMultipart(value, readArtifact);
    default:
      throw invalid(`A body of type "${type}" is not known.`);
  }
}

/** A list repeats its field; null leaves it out. */
function* parts(value: JsonValue): Generator<[string, JsonValue]> {
  for (const [name, item] of fieldsOf(value, 'body', 'HTTP_BODY_INVALID')) {
    for (const one of Array.isArray(item) ? item : [item]) {
      if (one !== null) yield [name, one];
    }
  }
}

function encodeForm(value: JsonValue): Buffer {
  const form = new URLSearchParams();
  for (const [name, item] of parts(value)) form.append(name, scalarText(item) ?? '');
  return Buffer.from(form.toString());
}

/** A part that is an artifact is sent as a file, everything else as a field. */
async function encodeMultipart(
  value: JsonValue,
  readArtifact: ExecutionContext['readArtifact'],
): Promise<RequestBody> {
  const boundary = `weftwork-${randomUUID()}`;
  const pieces: Uint8Array[] = [];
  for (const [name, item] of parts(value)) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`;
    if (isJsonObject(item) && typeof item.artifactId === 'string') {
      const filename = escapeName(typeof item.name === 'string' ? item.name : 'file');
      const type = typeof item.mimeType === 'string' ? item.mimeType : 'application/octet-stream';
      if (!/^[\w.+-]+\/[\w.+-]+(; ?[\w-]+="?[\w.+-]+"?)*$/.test(type)) {
        throw invalid(`The artifact for "${name}" has a content type that cannot be sent.`);
      }
      pieces.push(Buffer.from(`${disposition}; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`));
      pieces.push(await readArtifact(item.artifactId));
    } else {
      pieces.push(Buffer.from(`${disposition}\r\n\r\n${scalarText(item) ?? ''}`));
    }
    pieces.push(Buffer.from('\r\n'));
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  return { bytes: Buffer.concat(pieces), contentType: `multipart/form-data; boundary=${boundary}` };
}

/** As browsers do it. */
function escapeName(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function invalid(message: string): NodeError {
  return new NodeError('HTTP_BODY_INVALID', message, { outcome: 'notSent', field: '/config/body' });
}
