import {
  inspectCondition,
  inspectTemplateValue,
  nearName,
  pathStep,
  type TreeReference,
} from '@weftwork/expressions';
import {
  type ExpressionField,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonPointer,
} from '@weftwork/schema';
import { checkSecrets } from './check-config';
import type { Container, GraphMap, MapNode } from './graph-map';
import type { Report } from './report';
import type { Scopes, Viewpoint } from './scopes';
import type { SketchNode } from './sketch';

/** Every expression of a node: whether it reads, and whether what it refers to is there by then. */
export function checkExpressions(at: MapNode, map: GraphMap, scopes: Scopes, report: Report): void {
  for (const field of at.node.definition?.expressions ?? []) {
    for (const { value, path } of valuesOf(at.node.config, field)) {
      const base = jsonPointer(['config', ...path]);
      if (field.mode === 'condition' && typeof value !== 'string' && !isJsonObject(value)) continue;
      const inspection = field.mode === 'condition' ? inspectCondition(value) : inspectTemplateValue(value);
      for (const { code, pointer, message } of inspection.problems)
        report.node(at.node, code, base + pointer, message);
      checkSecrets(at.node, value, path, report);
      const view = viewpointOf(at, path[0], map);
      for (const reference of inspection.references)
        checkReference(at, reference, base, view, map, scopes, report);
    }
  }
}

/** What stands at a field's path; `*` stands for any key or index. */
function valuesOf(config: JsonObject, field: ExpressionField): { value: JsonValue; path: PropertyKey[] }[] {
  let found: { value: JsonValue; path: PropertyKey[] }[] = [{ value: config, path: [] }];
  for (const part of field.path) {
    found = found.flatMap(({ value, path }) => {
      if (typeof value !== 'object' || value === null) return [];
      if (part === '*') {
        return Object.entries(value).map(([key, member]) => ({
          value: member,
          path: [...path, Array.isArray(value) ? Number(key) : key],
        }));
      }
      const member = Object.hasOwn(value, part) ? (value as JsonObject)[part] : undefined;
      return member === undefined ? [] : [{ value: member, path: [...path, part] }];
    });
  }
  return found;
}

interface FieldView {
  readonly from: Viewpoint;
  /** The loops whose item, index and state can be read. */
  readonly within: readonly Container[];
}

/** A loop asks `while` before each iteration, and `nextState` and `collect` at its end: these see into it. */
function viewpointOf(at: MapNode, field: PropertyKey | undefined, map: GraphMap): FieldView {
  const within = containersAround(at.container);
  const body = map.bodies.get(at);
  if (!body) return { from: { before: at }, within };
  if (field === 'while') return { from: { before: at }, within: [body, ...within] };
  if (field === 'nextState' || field === 'collect')
    return { from: { endOf: body }, within: [body, ...within] };
  return { from: { before: at }, within };
}

function containersAround(container: Container): Container[] {
  return container.loop ? [container, ...containersAround(container.loop.container)] : [container];
}

/** What a loop gives to its iterations, and what to all others. */
const INSIDE = ['item', 'index', 'state'];
const OUTSIDE = ['results', 'count', 'stoppedBy', 'errors', 'state'];

/** The fields a loop that may fail gives to all others; undefined when its fallback stands for whatever it likes. */
function fieldsOutside({ onError }: SketchNode): readonly string[] | undefined {
  if (onError === 'continue') return undefined;
  return onError === 'branch' ? [...OUTSIDE, 'error'] : OUTSIDE;
}

function checkReference(
  at: MapNode,
  reference: TreeReference,
  base: string,
  view: FieldView,
  map: GraphMap,
  scopes: Scopes,
  report: Report,
): void {
  const { nodeId, pointer, optional } = reference;
  if (nodeId === undefined) return;
  const path = base + pointer;
  const name = `nodes${pathStep(nodeId)}.data`;
  const target = map.byId.get(nodeId);
  if (!target) {
    const near = nearName(nodeId, map.byId.keys());
    const hint = near === undefined ? 'There is no such node.' : `Did you mean "${near}"?`;
    report.node(at.node, 'REFERENCE_UNKNOWN_NODE', path, `${name} refers to no node of this graph. ${hint}`);
    return;
  }
  const body = view.within.find(({ loop }) => loop === target);
  if (body || target.node.definition?.kind === 'loop') {
    const fields = body ? INSIDE : fieldsOutside(target.node);
    const [first] = reference.path;
    const unknown = first !== undefined && !optional && fields?.includes(String(first)) === false;
    if (fields && unknown && (body || target !== at)) {
      const where = body ? 'Inside' : 'Outside';
      const message = `${where} the loop "${nodeId}" gives ${fields.join(', ')}; there is no "${first}".`;
      report.node(at.node, 'REFERENCE_OUT_OF_SCOPE', path, message);
      return;
    }
  }
  if (body) return;
  switch (scopes.standing(target, view.from)) {
    case 'outOfScope':
      report.node(
        at.node,
        'REFERENCE_OUT_OF_SCOPE',
        path,
        `"${nodeId}" stands inside a loop; outside only the results of the loop can be read.`,
      );
      return;
    case 'later':
      report.node(
        at.node,
        'REFERENCE_NOT_UPSTREAM',
        path,
        target === at
          ? `"${nodeId}" refers to itself; its data is not there before it has run.`
          : `"${nodeId}" does not run before "${at.node.id}"; connect them, or refer to something earlier.`,
      );
      return;
    case 'acrossAny':
      report.node(
        at.node,
        'REFERENCE_ACROSS_ANY',
        path,
        `A merge of mode "any" stands between, which may go on before "${nodeId}" has run; refer to the merge instead.`,
      );
      return;
    case 'settled':
      if (optional || !scopes.mayBeSkipped(target, view.from)) return;
      report.node(
        at.node,
        'REFERENCE_MAY_BE_SKIPPED',
        path,
        `"${nodeId}" may be skipped, and then ${name} reads null; write "??" behind the path if that is meant.`,
        'warning',
      );
  }
}
