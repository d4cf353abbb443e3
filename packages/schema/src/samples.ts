/**
 * The workflows in `samples/`, from the file system. Not part of the package's index: browsers have no such folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isJsonObject } from './json';
import { safeParseGraph } from './parse-graph';
import { parseJsonText } from './parse-graph-text';
import { type Layout, LayoutSchema, type WorkflowGraph } from './workflow-graph';

const localized = z.strictObject({ en: z.string(), zh: z.string() });

const SampleSchema = z.strictObject({
  /** The path below `samples/` without `.json`, such as `nodes/http`. */
  name: z.string(),
  title: localized,
  description: localized,
  /** How long a run takes, the person's part included. */
  aboutSeconds: z.number(),
  /** Shown on an empty canvas. */
  card: z.boolean().default(false),
  /** A run asks a person something. */
  needsPerson: z.boolean().default(false),
  /** Samples whose workflows have to be published before this one. */
  needs: z.array(z.string()).default(() => []),
});
export type SampleInfo = z.infer<typeof SampleSchema>;

export interface Sample {
  readonly graph: WorkflowGraph;
  readonly layout: Layout;
}

/** All samples, each behind those it needs. */
export function listSamples(): SampleInfo[] {
  const index: unknown = JSON.parse(readFileSync(join(samplesFolder(), 'index.json'), 'utf8'));
  return z.strictObject({ samples: z.array(SampleSchema) }).parse(index).samples;
}

/** Reads `samples/<name>.json`; throws when there is no such sample. */
export function loadSample(name: string): Sample {
  const file = join(samplesFolder(), `${name}.json`);
  if (!/^[\w/-]+$/.test(name) || !existsSync(file)) throw new Error(`There is no sample "${name}".`);
  return readSample(readFileSync(file, 'utf8'), name);
}

/** The graph of `samples/<name>.json`, defaults written out. */
export function loadSampleGraph(name: string): WorkflowGraph {
  return loadSample(name).graph;
}

function readSample(text: string, name: string): Sample {
  const { value, duplicates } = parseJsonText(text);
  const document = isJsonObject(value) ? value : {};
  const parsed = safeParseGraph(document.graph);
  const issues = parsed.ok ? duplicates : [...duplicates, ...parsed.issues];
  if (!parsed.ok || issues.length > 0) {
    const list = issues.map(({ path, message }) => `${path}: ${message}`).join('\n');
    throw new Error(`The sample "${name}" is not valid.\n${list}`);
  }
  return { graph: parsed.graph, layout: LayoutSchema.parse(document.layout ?? {}) };
}

/** Looked for upwards, so that it is also found from a bundle. */
function samplesFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'samples', 'index.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The folder "samples" is missing from this installation.');
    folder = parent;
  }
  return join(folder, 'samples');
}
