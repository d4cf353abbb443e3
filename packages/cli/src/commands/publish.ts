import { type PublishReport, type WeftworkClient, WeftworkError, type Workflow } from '@weftwork/sdk';
import { EXIT, type ExitCode } from '../exit-code';
import { findWorkflow, hashOf, workflowById } from '../find-workflow';
import { FileIssues, type GraphFile, isFileName, parseGraphFile, readGraphFile } from '../graph-file';
import { issueLine } from '../report-problem';
import type { Service } from '../service';
import type { Terminal } from '../terminal';

/** Publishes the draft of a workflow; a file is saved as the draft first. */
export async function publish(
  target: string,
  { note }: { readonly note?: string },
  open: () => Promise<Service>,
  terminal: Terminal,
): Promise<ExitCode> {
  const file = isFileName(target) ? await readGraphFile(target) : undefined;
  if (file?.graph.id !== undefined) parseGraphFile(file); // what is no graph at all needs no service to be refused
  const service = await open();
  try {
    const { client } = service;
    const { id, revision } =
      file === undefined
        ? draftOf(await findWorkflow(client, target, 'file and no workflow'))
        : await saveFile(client, file, terminal);
    const report = await client.publishWorkflow(id, note, revision).catch((error: unknown) => {
      throw asFileIssues(error, target);
    });
    print(report, id, terminal);
    return EXIT.completed;
  } finally {
    await service.close();
  }
}

interface Draft {
  readonly id: string;
  readonly revision: number;
}

const draftOf = ({ id, draft: { revision } }: Workflow): Draft => ({ id, revision });

async function saveFile(client: WeftworkClient, file: GraphFile, terminal: Terminal): Promise<Draft> {
  const { graph, layout } = file;
  const existing = typeof graph.id === 'string' ? await workflowById(client, graph.id) : undefined;
  if (existing === undefined) return client.createWorkflow(graph, layout);
  const { issues } = await client.validateWorkflow(existing.id, graph);
  if (issues.some((issue) => issue.severity === 'error')) throw new FileIssues(file.name, issues);
  if (hashOf(graph) !== hashOf(existing.draft.graph)) await keepDraft(client, existing, terminal);
  return client.saveDraft(existing.id, existing.draft.revision, graph, layout);
}

/** Somebody's unpublished changes are not lost to a file: they stay as a workflow of their own. */
async function keepDraft(client: WeftworkClient, workflow: Workflow, terminal: Terminal): Promise<void> {
  const hash = hashOf(workflow.draft.graph);
  const neverTouched = workflow.published === undefined && workflow.draft.revision <= 1;
  if (neverTouched || (hash !== undefined && hash === workflow.published?.graphHash)) return;
  const copy = await client.duplicateWorkflow(
    workflow.id,
    `${workflow.name} (draft ${workflow.draft.revision})`,
  );
  terminal.err(`The draft had unpublished changes; they are kept as the workflow ${copy.id}.`);
}

export function asFileIssues(error: unknown, file: string): unknown {
  if (!(error instanceof WeftworkError) || error.code !== 'GRAPH_INVALID') return error;
  const issues = error.errors.map((detail) => ({ severity: 'error', ...detail }));
  return new FileIssues(file, issues as FileIssues['issues']);
}

function print(report: PublishReport, id: string, terminal: Terminal): void {
  for (const { path, asked, given } of report.clamps) {
    terminal.err(
      `${terminal.style('yellow', 'clamped')} ${path}: ${asked} is more than is allowed; runs get ${given}.`,
    );
  }
  for (const warning of report.warnings) terminal.err(issueLine(warning, terminal));
  terminal.out(`${id} version ${report.version}  ${report.graphHash}`);
}
