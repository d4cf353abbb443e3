import { type JsonObject, safeParseGraph } from '@weftwork/schema';
import { graphHash } from '@weftwork/schema/graph-hash';
import { type Page, type WeftworkClient, WeftworkError, type Workflow } from '@weftwork/sdk';
import { UsageError } from './exit-code';

/** The workflow with this id; undefined when there is none. */
export async function workflowById(client: WeftworkClient, id: string): Promise<Workflow | undefined> {
  try {
    return await client.getWorkflow(id);
  } catch (error) {
    if (error instanceof WeftworkError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** A workflow by its id, else by its name when only one has it. Throws `UsageError`, with the ids of several. */
export async function findWorkflow(
  client: WeftworkClient,
  idOrName: string,
  sought = 'workflow',
): Promise<Workflow> {
  const byId = /^[\p{L}\p{N}_-]{1,64}$/u.test(idOrName) ? await workflowById(client, idOrName) : undefined;
  if (byId !== undefined) return byId;
  const named: Workflow[] = [];
  for await (const workflow of allWorkflows(client)) if (workflow.name === idOrName) named.push(workflow);
  if (named.length === 1) return named[0]!;
  if (named.length > 1) {
    const ids = named.map((workflow) => workflow.id).join(', ');
    throw new UsageError(`Several workflows are called "${idOrName}"; give one of the ids ${ids}.`);
  }
  throw new UsageError(`There is no ${sought} "${idOrName}".`);
}

/** Every workflow that is not archived. */
export async function* allWorkflows(client: WeftworkClient): AsyncGenerator<Workflow> {
  let cursor: string | null = null;
  do {
    const page: Page<Workflow> = await client.listWorkflows({ cursor, limit: 200 });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The hash of a graph document; undefined while it is no valid graph. */
export function hashOf(graph: JsonObject): string | undefined {
  const parsed = safeParseGraph(graph);
  return parsed.ok ? graphHash(parsed.graph) : undefined;
}
