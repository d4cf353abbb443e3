import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canonicalText } from './canonical-text';
import { graphHash } from './graph-hash';
import { parseGraphText } from './parse-graph-text';

interface Vector {
  readonly input: string;
  readonly canonical: string;
  readonly graphHash: string;
}

const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('../data/graph-hash-vectors.json', import.meta.url), 'utf8'),
);

describe('the hash of a graph equals that of pydantic on the same model', () => {
  it('has all 60 vectors', () => expect(vectors).toHaveLength(60));

  it.each(vectors.map((vector, index) => [index, vector] as const))('vector %i', (_, vector) => {
    const parsed = parseGraphText(vector.input);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    expect(canonicalText(parsed.graph)).toBe(vector.canonical);
    expect(graphHash(parsed.graph)).toBe(vector.graphHash);
  });

  it('is the same after a round trip through its own text', () => {
    for (const vector of vectors) {
      const again = parseGraphText(vector.canonical);
      expect(again.ok && canonicalText(again.graph)).toBe(vector.canonical);
    }
  });
});
