import { isTemplate, secretsOf } from '@weftwork/expressions';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NodeDefinitions,
  type WorkflowGraph,
} from '@weftwork/schema';
import type { LoadedWorkflow, ValidationContext } from './context';
import type { Report } from './report';
import type { SketchNode } from './sketch';
import { applyDefaults, validateAgainst } from './user-schema';

/** Far more than any real tree of workflows; beyond it the depth limit of runs holds. */
const MAX_VISITED = 500;

/** Whether what a sub-workflow node calls exists, takes what it is given, and does not lead back here. */
export async function checkSubworkflow(
  node: SketchNode,
  graphId: string | undefined,
  context: ValidationContext,
  report: Report,
): Promise<void> {
  const { workflowId, version } = node.config;
  const load = context.loadWorkflow;
  if (
    node.definition?.kind !== 'child' ||
    !load ||
    typeof workflowId !== 'string' ||
    workflowId.trim() === ''
  )
    return;
  const wanted = typeof version === 'number' ? version : undefined;
  if (workflowId === graphId && wanted === undefined) {
    report.node(
      node,
      'SUBWORKFLOW_CYCLE',
      ['config', 'workflowId'],
      'The workflow would call itself; repeat with a loop.',
    );
    return;
  }
  const child = await load(workflowId, wanted);
  if (!child) {
    report.node(
      node,
      'SUBWORKFLOW_MISSING',
      ['config', 'workflowId'],
      `There is no workflow "${workflowId}".`,
    );
  } else if (!child.version) {
    if (wanted === undefined) {
      const message = `"${workflowId}" has no published version; publish it first.`;
      report.node(node, 'SUBWORKFLOW_NOT_PUBLISHED', ['config', 'workflowId'], message);
    } else {
      const message = `"${workflowId}" has no version ${wanted}.`;
      report.node(node, 'SUBWORKFLOW_MISSING', ['config', 'version'], message);
    }
  } else {
    checkInput(node, child.version.graph.inputSchema, report);
    const way = await wayBack(child.version.graph, graphId, context.definitions, load);
    if (!way) return;
    const message = `"${workflowId}" calls this workflow in turn (${way.join(' > ')}), which would never end.`;
    report.node(node, 'SUBWORKFLOW_CYCLE', ['config', 'workflowId'], message);
  }
}

/** The workflows from a graph to the one that is checked, when there is a way. A pinned version of it is another graph. */
async function wayBack(
  start: WorkflowGraph,
  graphId: string | undefined,
  definitions: NodeDefinitions,
  load: (id: string, version?: number) => Promise<LoadedWorkflow | undefined>,
): Promise<string[] | undefined> {
  const seen = new Set<string>();
  const waiting: { graph: WorkflowGraph; way: string[] }[] = [{ graph: start, way: [start.id] }];
  for (const { graph, way } of waiting) {
    for (const node of graph.nodes) {
      if (definitions[node.type].kind !== 'child') continue;
      const { workflowId, version } = node.config;
      if (typeof workflowId !== 'string') continue;
      const wanted = typeof version === 'number' ? version : undefined;
      if (workflowId === graphId && wanted === undefined) return [...way, workflowId];
      const key = `${workflowId}@${wanted ?? 'latest'}`;
      if (seen.has(key) || seen.size >= MAX_VISITED) continue;
      seen.add(key);
      const found = await load(workflowId, wanted);
      if (found?.version) waiting.push({ graph: found.version.graph, way: [...way, workflowId] });
    }
  }
  return undefined;
}

/** What can be said before any value is known: missing and unexpected keys, and whatever is written out. */
function checkInput(node: SketchNode, schema: JsonObject, report: Report): void {
  const input = isJsonObject(node.config.input) ? node.config.input : {};
  const at = node.config.input === undefined ? ['config'] : ['config', 'input'];
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const open = Object.keys(input).filter((key) => !isFixed(input[key]!));
  const known: JsonObject = {};
  for (const [key, value] of Object.entries(input)) if (!open.includes(key)) known[key] = value;
  // Stand-ins keep "required" quiet about keys whose value comes later; their own violations are dropped.
  const filled = applyDefaults(schema, { ...known, ...Object.fromEntries(open.map((key) => [key, null])) });
  for (const { path, message, code } of violations(schema, filled)) {
    const key = path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
    if (key !== undefined && open.includes(key) && code !== 'UNKNOWN_FIELD') continue;
    // Whether alternatives of the whole input fit cannot be told while a part of it is open.
    if (key === undefined && open.length > 0) continue;
    const missing = key !== undefined && !Object.hasOwn(input, key);
    const hint = missing && Object.hasOwn(properties, key) ? ' The sub-workflow needs it.' : '';
    const pointer = missing ? at : [...at, ...path.split('/').slice(1).map(unescapePart)];
    report.node(node, 'SUBWORKFLOW_INPUT', pointer, `${message}${hint}`);
  }
}

function violations(schema: JsonObject, value: JsonValue) {
  try {
    return validateAgainst(schema, value);
  } catch {
    // A schema published before today's rules; the run will tell.
    return [];
  }
}

function isFixed(value: JsonValue): boolean {
  if (typeof value === 'string') return !isTemplate(value);
  if (typeof value !== 'object' || value === null) return true;
  return secretsOf(value).length === 0 && Object.values(value).every(isFixed);
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
