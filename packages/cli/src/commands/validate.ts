import type { Issue } from '@weftwork/schema';
import type { WeftworkClient } from '@weftwork/sdk';
import { EXIT, type ExitCode } from '../exit-code';
import { allWorkflows, workflowById } from '../find-workflow';
import { FileIssues, type GraphFile, parseGraphFile, readGraphFile } from '../graph-file';
import { issueLine, reportProblem } from '../report-problem';
import type { Service } from '../service';
import type { Terminal } from '../terminal';

/** Lists everything wrong with files, as publishing would. Warnings alone do not fail. */
export async function validateFiles(
  names: readonly string[],
  open: () => Promise<Service>,
  terminal: Terminal,
): Promise<ExitCode> {
  let service: Service | undefined;
  let code: ExitCode = EXIT.completed;
  try {
    for (const name of names) {
      try {
        const file = await readGraphFile(name);
        // What is no graph at all is told without a service.
        if (file.graph.id !== undefined) parseGraphFile(file);
        service ??= await open();
        const issues = await issuesOf(service.client, file);
        for (const issue of issues) terminal.out(issueLine(issue, terminal, name));
        const isValid = !issues.some((issue) => issue.severity === 'error');
        if (isValid) terminal.out(`${name}: ${terminal.style('green', 'valid')}`);
        else code = EXIT.usage;
      } catch (error) {
        if (error instanceof FileIssues) {
          for (const issue of error.issues) terminal.out(issueLine(issue, terminal, name));
        } else reportProblem(error, terminal);
        code = EXIT.usage;
      }
    }
    return code;
  } finally {
    await service?.close();
  }
}

async function issuesOf(client: WeftworkClient, { graph, layout }: GraphFile): Promise<readonly Issue[]> {
  const own = typeof graph.id === 'string' ? await workflowById(client, graph.id) : undefined;
  const place = own ?? (await anyWorkflow(client));
  // The check reads the graph that is sent; the workflow it is sent to only gives the address.
  if (place !== undefined) return (await client.validateWorkflow(place.id, graph)).issues;
  const { id: _, ...anonymous } = graph;
  const { id, issues } = await client.createWorkflow(anonymous, layout);
  await client.archiveWorkflow(id);
  return issues;
}

async function anyWorkflow(client: WeftworkClient): Promise<{ id: string } | undefined> {
  for await (const workflow of allWorkflows(client)) return workflow;
  return undefined;
}
