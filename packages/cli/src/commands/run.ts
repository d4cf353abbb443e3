import type { JsonObject } from '@weftwork/schema';
import type { WeftworkClient } from '@weftwork/sdk';
import { type Answers, parseAnswers } from '../answers';
import { type ExitCode, UsageError } from '../exit-code';
import { findWorkflow, hashOf, workflowById } from '../find-workflow';
import { finishRun } from '../finish-run';
import { followRun } from '../follow-run';
import { type GraphFile, isFileName, parseGraphFile, readGraphFile } from '../graph-file';
import { listenForInterrupt } from '../interrupt';
import { readJsonFile, readJsonObject } from '../json-option';
import type { Service } from '../service';
import type { Terminal } from '../terminal';
import { asFileIssues } from './publish';

export interface RunFlags {
  readonly input?: string;
  readonly answers?: string;
  readonly version?: string;
  readonly save?: string;
  readonly json: boolean;
}

/** Runs a file or a workflow and follows it to its end. */
export async function runCommand(
  target: string,
  flags: RunFlags,
  open: () => Promise<Service>,
  terminal: Terminal,
): Promise<ExitCode> {
  const input = flags.input === undefined ? {} : await readJsonObject('--input', flags.input);
  const answers = await readAnswers(flags.answers);
  const file = isFileName(target) ? await readGraphFile(target) : undefined;
  if (file?.graph.id !== undefined) parseGraphFile(file);
  const service = await open();
  const interrupt = listenForInterrupt();
  try {
    const runId = await start(service.client, target, file, input, flags.version);
    const options = { client: service.client, terminal, answers, json: flags.json, signal: interrupt.signal };
    await followRun(runId, options);
    return await finishRun(service, runId, { ...options, ...saveOf(flags) });
  } finally {
    interrupt.stop();
    await service.close();
  }
}

export function saveOf({ save }: Pick<RunFlags, 'save'>): { save?: string } {
  return save === undefined ? {} : { save };
}

export async function readAnswers(file: string | undefined): Promise<Answers> {
  return parseAnswers(file === undefined ? {} : await readJsonFile('--answers', file));
}

async function start(
  client: WeftworkClient,
  target: string,
  file: GraphFile | undefined,
  input: JsonObject,
  version: string | undefined,
): Promise<string> {
  if (file === undefined) {
    const { id } = await findWorkflow(client, target, 'file and no workflow');
    return (await client.startRun({ workflowId: id, input, ...versionOf(version) })).id;
  }
  if (version !== undefined) throw new UsageError('--version belongs to a workflow, not to a file.');
  try {
    return await startFile(client, file, input);
  } catch (error) {
    throw asFileIssues(error, file.name);
  }
}

function versionOf(text: string | undefined): { version?: number | 'draft' } {
  if (text === undefined) return {};
  if (text === 'draft') return { version: 'draft' };
  if (/^[1-9]\d{0,8}$/.test(text)) return { version: Number(text) };
  throw new UsageError('--version needs a number or "draft".');
}

/**
 * Runs the graph of a file without touching what others made of it: a workflow that has this very graph is run as it
 * is, a new one is created, and where the draft says something else a copy is run and archived at once.
 */
async function startFile(
  client: WeftworkClient,
  { graph, layout }: GraphFile,
  input: JsonObject,
): Promise<string> {
  const existing = typeof graph.id === 'string' ? await workflowById(client, graph.id) : undefined;
  if (existing === undefined) {
    const { id } = await client.createWorkflow(graph, layout);
    return (await client.startRun({ workflowId: id, version: 'draft', input })).id;
  }
  const hash = hashOf(graph);
  if (existing.archivedAt === undefined && hash !== undefined) {
    const workflowId = existing.id;
    if (hash === existing.published?.graphHash) return (await client.startRun({ workflowId, input })).id;
    if (hash === hashOf(existing.draft.graph)) {
      const { revision } = existing.draft;
      return (await client.startRun({ workflowId, version: 'draft', input }, { revision })).id;
    }
  }
  const { id: _, ...copy } = graph;
  const { id } = await client.createWorkflow(copy, layout);
  try {
    return (await client.startRun({ workflowId: id, version: 'draft', input })).id;
  } finally {
    await client.archiveWorkflow(id);
  }
}
