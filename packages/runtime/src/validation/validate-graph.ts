import { type Issue, isJsonObject, safeParseGraph, type WorkflowGraph } from '@weftwork/schema';
import { clampToQuotas, type Quotas } from '../workflows/quotas';
import { checkConfig } from './check-config';
import { checkEdges } from './check-edges';
import { checkExpressions } from './check-expressions';
import { checkOptions } from './check-options';
import { checkOutputKeys } from './check-output-keys';
import { checkRegistries } from './check-registries';
import { warnOfSteps } from './check-steps';
import { checkStructure } from './check-structure';
import { checkSubworkflow } from './check-subworkflow';
import { checkUserSchema } from './check-user-schema';
import type { ValidationContext } from './context';
import { mapGraph } from './graph-map';
import { Report } from './report';
import { Scopes } from './scopes';
import { type Sketch, sketchGraph } from './sketch';

export interface GraphValidation {
  /** There when the document could be read as a graph, whatever else is wrong with it. */
  readonly graph?: WorkflowGraph;
  readonly issues: readonly Issue[];
}

/** The process has runs to walk; a graph of thousands of nodes must not keep it from them. */
const NODES_AT_ONCE = 200;

/** Everything that is wrong with a graph document, at once, each with its path. Errors bar publishing. */
export async function validateGraph(document: unknown, context: ValidationContext): Promise<GraphValidation> {
  const parsed = safeParseGraph(document);
  if (!parsed.ok && !isReadable(document, parsed.issues)) return { issues: parsed.issues };
  const report = new Report();
  const sketch = sketchGraph(parsed.ok ? parsed.graph : document, context.definitions);
  const map = mapGraph(sketch);
  const scopes = new Scopes(map);
  checkStructure(sketch, map, context.quotas.maxNodes, report);
  checkEdges(sketch, map, report);
  await checkSchemas(sketch, report);
  for (const [index, at] of map.all.entries()) {
    if (index % NODES_AT_ONCE === NODES_AT_ONCE - 1) await new Promise(setImmediate);
    checkOptions(at.node, report);
    checkConfig(at.node, report);
    checkExpressions(at, map, scopes, report);
    checkRegistries(at.node, context, report);
    await checkNodeSchemas(at.node, report);
    await checkSubworkflow(at.node, sketch.id, context, report);
  }
  checkOutputKeys(map, scopes, report);
  if (parsed.ok) warnOfLimits(parsed.graph, context.quotas, context, report);
  const issues = parsed.ok ? report.issues : withoutEchoes(parsed.issues, report.issues);
  return parsed.ok ? { graph: parsed.graph, issues } : { issues };
}

/** Deeper documents could exhaust the stack of whatever looks into them, and without the two lists there is no graph. */
function isReadable(document: unknown, issues: readonly Issue[]): boolean {
  if (issues.some((issue) => issue.code === 'TOO_DEEP')) return false;
  return isJsonObject(document) && Array.isArray(document.nodes) && Array.isArray(document.edges);
}

async function checkSchemas(sketch: Sketch, report: Report): Promise<void> {
  for (const field of ['inputSchema', 'outputSchema'] as const) {
    // Whatever is no object has been reported as a wrong field.
    if (!isJsonObject(sketch[field])) continue;
    for (const { code, pointer, message } of await checkUserSchema(sketch[field])) {
      report.at(code, `/${field}${pointer}`, message);
    }
  }
}

/** JSON Schemas in a config are the fields that the form edits as such. */
async function checkNodeSchemas(node: Sketch['nodes'][number], report: Report): Promise<void> {
  for (const { name, control } of node.definition?.fields ?? []) {
    const schema = node.config[name];
    if (control !== 'jsonSchema' || schema === undefined || !isJsonObject(schema)) continue;
    for (const { code, pointer, message } of await checkUserSchema(schema)) {
      report.node(node, code, `/config/${name}${pointer}`, message);
    }
  }
}

/** What the system's quotas and the graph's own settings do to a run of it. */
function warnOfLimits(
  graph: WorkflowGraph,
  quotas: Quotas,
  context: ValidationContext,
  report: Report,
): void {
  const { settings, clamps } = clampToQuotas(graph, quotas, context.definitions);
  for (const { path, asked, given } of clamps) {
    const node = graph.nodes[Number(/^\/nodes\/(\d+)\//.exec(path)?.[1] ?? -1)];
    const message = `${asked} is more than this system allows; ${given} applies.`;
    report.atWarning('SETTING_CLAMPED', path, message, node?.id);
  }
  graph.nodes.forEach((node, index) => {
    const asked = context.definitions[node.type].loopPolicy?.(node.config).maxIterations;
    if (asked === undefined || asked <= settings.maxLoopIterations) return;
    const message = `${asked} is more than the setting maxLoopIterations; ${settings.maxLoopIterations} applies.`;
    report.atWarning('SETTING_CLAMPED', `/nodes/${index}/config/maxIterations`, message, node.id);
  });
  warnOfSteps(graph, settings, context.definitions, report);
}

/** One fault, one issue: what the schema reported of a field is not reported again. */
function withoutEchoes(first: readonly Issue[], more: readonly Issue[]): Issue[] {
  const told = new Set(first.map((issue) => issue.path));
  return [...first, ...more.filter((issue) => !told.has(issue.path))];
}
