import { createHash, randomUUID } from 'node:crypto';
import type { JsonObject, JsonValue, Spilled } from '@weftwork/schema';

/** A result larger than this is stored beside the log. UTF-16 code units of its JSON text. */
export const SPILL_LIMIT = 64 * 1024;
const PREVIEW_LENGTH = 1024;

export interface SpilledValue {
  readonly artifactId: string;
  readonly key: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/**
 * Takes the largest top-level values out of a result until what is left fits, and puts previews in their places.
 * Undefined when the result fits as it is. Storage only: expressions go on reading the full value.
 */
export function spill(
  data: JsonValue,
  text: string,
): { output: JsonObject; spilled: Spilled; values: SpilledValue[] } | undefined {
  if (text.length <= SPILL_LIMIT || typeof data !== 'object' || data === null || Array.isArray(data))
    return undefined;
  const sizes = Object.entries(data).map(([key, value]) => ({ key, text: JSON.stringify(value) }));
  sizes.sort((a, b) => b.text.length - a.text.length);
  const output: JsonObject = { ...data };
  const spilled: Spilled = {};
  const values: SpilledValue[] = [];
  let left = text.length;
  for (const { key, text: valueText } of sizes) {
    if (left <= SPILL_LIMIT || valueText.length <= PREVIEW_LENGTH) break;
    const bytes = Buffer.from(valueText, 'utf8');
    const artifactId = randomUUID();
    values.push({ artifactId, key, sha256: createHash('sha256').update(bytes).digest('hex'), bytes });
    spilled[key] = { artifactId, bytes: bytes.byteLength };
    output[key] = previewOf(data[key]!, valueText);
    left -= valueText.length - PREVIEW_LENGTH;
  }
  return { output, spilled, values };
}

/** The beginning of a value: of a text its start, of anything else the start of its JSON. */
function previewOf(value: JsonValue, text: string): string {
  const shown = typeof value === 'string' ? value : text;
  return `${shown.slice(0, PREVIEW_LENGTH).toWellFormed()}…`;
}
