import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { WorkflowService, WorkflowStore } from '@weftwork/runtime';
import { isCodedError, isJsonObject, type JsonObject } from '@weftwork/schema';

/** Which samples a home was given, so that a later start need not look at each. */
const STAMP_FILE = 'samples.stamp';

interface Sample {
  readonly id: string;
  readonly graph: JsonObject;
  readonly layout?: JsonObject;
}

export interface SampleParts {
  readonly folder: string;
  readonly home: string;
  readonly workspaceId: string;
  readonly by: string;
  readonly store: Pick<WorkflowStore, 'get'>;
  readonly workflows: Pick<WorkflowService, 'create' | 'publish'>;
  readonly onTrouble: (sample: string, error: unknown) => void;
}

/**
 * Stores and publishes the workflows of `samples/*.json` that the workspace never had; what people changed or
 * archived stays as it is. A sample that cannot be published is kept as a draft and told. Answers what was added.
 */
export async function loadSamples(parts: SampleParts): Promise<readonly string[]> {
  const { store, workflows, workspaceId } = parts;
  const { samples, stamp } = await readSamples(parts.folder);
  const stampPath = join(parts.home, STAMP_FILE);
  const known = await readFile(stampPath, 'utf8').catch(() => '');
  const first = samples[0];
  // The database may be younger than the stamp, so one of them must really be there.
  if (first === undefined || (known === stamp && (await store.get(workspaceId, first.id)))) return [];

  const added: string[] = [];
  for (const sample of samples) {
    if (await store.get(workspaceId, sample.id)) continue;
    try {
      await workflows.create(workspaceId, {
        graph: sample.graph,
        ...(sample.layout && { layout: sample.layout }),
      });
      added.push(sample.id);
    } catch (error) {
      if (!isCodedError(error) || error.code !== 'WORKFLOW_ID_TAKEN') parts.onTrouble(sample.id, error);
    }
  }
  await publishAll(parts, added);
  await writeFile(stampPath, stamp, { mode: 0o600 });
  return added;
}

/** One that calls another can be published only after it, in whatever order the files stand. */
async function publishAll(parts: SampleParts, ids: readonly string[]): Promise<void> {
  let left = [...ids];
  for (;;) {
    const failed: [string, unknown][] = [];
    for (const id of left) {
      await parts.workflows
        .publish(parts.workspaceId, id, parts.by)
        .catch((error) => failed.push([id, error]));
    }
    if (failed.length === 0) return;
    if (failed.length === left.length) {
      for (const [id, error] of failed) parts.onTrouble(id, error);
      return;
    }
    left = failed.map(([id]) => id);
  }
}

async function readSamples(folder: string): Promise<{ samples: Sample[]; stamp: string }> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  const hash = createHash('sha256');
  const samples: Sample[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    hash.update(`${name}\0${text}\0`);
    samples.push(...workflowsOf(JSON.parse(text), basename(name, '.json')));
  }
  return { samples, stamp: hash.digest('hex') };
}

/** A bare graph, `{graph, layout?}`, or several of these; anything else in the folder is no workflow. */
function workflowsOf(document: unknown, fallbackId: string): Sample[] {
  if (!isJsonObject(document as JsonObject)) return [];
  const { workflows, graph, layout, nodes } = document as JsonObject;
  if (Array.isArray(workflows))
    return workflows.flatMap((each, i) => workflowsOf(each, `${fallbackId}-${i + 1}`));
  if (graph !== undefined && isJsonObject(graph)) {
    return [sampleOf(graph, fallbackId, layout !== undefined && isJsonObject(layout) ? layout : undefined)];
  }
  return Array.isArray(nodes) ? [sampleOf(document as JsonObject, fallbackId)] : [];
}

function sampleOf(graph: JsonObject, fallbackId: string, layout?: JsonObject): Sample {
  const id = typeof graph.id === 'string' ? graph.id : fallbackId;
  return { id, graph: { ...graph, id }, ...(layout && { layout }) };
}
