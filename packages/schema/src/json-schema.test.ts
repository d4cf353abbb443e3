import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-text';
import { SCHEMA_VERSION, workflowGraphJsonSchema } from './workflow-graph';

/** Schema v1.0 is frozen: its hash changes only together with the version, and with a note on migration in adr/. */
const FROZEN = { version: '1.0', sha256: '1bbe025955a9ca8361c78ddd87c150cb02d266888062cc9ac074441afddc5611' };

it('the JSON Schema of the graph is the one that was frozen with its version', () => {
  const text = canonicalJson(workflowGraphJsonSchema());
  expect({ version: SCHEMA_VERSION, sha256: createHash('sha256').update(text).digest('hex') }).toEqual(
    FROZEN,
  );
});

it('the exported file is that schema', () => {
  const file = readFileSync(new URL('../workflow-graph.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(file)).toEqual(workflowGraphJsonSchema());
});
