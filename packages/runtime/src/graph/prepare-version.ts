import { compile, type Plan, type PlanNode } from '@weftwork/engine';
import { compileCondition, compileTemplateValue, type Evaluate, inField } from '@weftwork/expressions';
import type { EffectClass, JsonObject, NodeDefinitions, Settings, WorkflowGraph } from '@weftwork/schema';
import type { NodeExecutor, NodeImplementations, PureInput, PureOutcome } from '../executor';
import { compileConfig } from './compile-config';

/** A node with everything about it that can be computed once per version. */
export interface PreparedNode {
  /** The id as JSON text, for the event log. */
  readonly idJson: string;
  readonly evaluate?: (input: PureInput) => PureOutcome;
  /** The config with its templates evaluated: for executors, gates and children. */
  readonly resolve?: Evaluate<JsonObject>;
  readonly executor?: NodeExecutor;
  readonly effectClass?: EffectClass;
  /** Its attempts may begin before their intent is durable. */
  readonly startsAhead?: boolean;
  readonly loop?: PreparedLoop;
}

export interface PreparedLoop {
  readonly items?: Evaluate;
  readonly count?: Evaluate;
  readonly while?: Evaluate<boolean>;
  readonly initialState?: Evaluate;
  readonly nextState?: Evaluate;
  readonly collect?: Evaluate;
}

/** A version ready to run. Holds no secrets and no values of any run, so all runs share it. */
export interface PreparedVersion {
  readonly versionId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number | 'draft';
  readonly graphHash: string;
  readonly settings: Settings;
  readonly plan: Plan;
  readonly nodes: readonly PreparedNode[];
}

export type VersionIdentity = Omit<PreparedVersion, 'plan' | 'nodes'>;

export function prepareVersion(
  identity: VersionIdentity,
  graph: WorkflowGraph,
  implementations: NodeImplementations,
): PreparedVersion {
  const definitions = Object.fromEntries(
    Object.entries(implementations).map(([type, { definition }]) => [type, definition]),
  ) as unknown as NodeDefinitions;
  const plan = compile(graph, definitions);
  return { ...identity, plan, nodes: plan.nodes.map((node) => prepareNode(node, implementations)) };
}

function prepareNode(planned: PlanNode, implementations: NodeImplementations): PreparedNode {
  const { node } = planned;
  const { definition, evaluator, executor } = implementations[node.type];
  const idJson = JSON.stringify(node.id);
  if (evaluator) return { idJson, evaluate: evaluator.prepare(node) };
  if (planned.loop) return { idJson, loop: prepareLoop({ ...definition.defaults, ...node.config }) };
  const resolve = compileConfig(node.config, definition.expressions, definition.defaults);
  if (!executor) return { idJson, resolve };
  const effectClass = definition.effectClass?.(node.config) ?? 'atMostOnce';
  const startsAhead = effectClass === 'replayable' && definition.startsAhead === true;
  return { idJson, resolve, executor, effectClass, startsAhead };
}

function prepareLoop(config: JsonObject): PreparedLoop {
  const template = (name: keyof PreparedLoop) => {
    const value = config[name];
    return value === undefined ? undefined : inField(['config', name], compileTemplateValue(value));
  };
  return {
    items: config.over === 'items' ? template('items') : undefined,
    count: config.over === 'count' ? template('count') : undefined,
    while:
      config.over === 'while' && config.while !== undefined
        ? inField(['config', 'while'], compileCondition(config.while))
        : undefined,
    initialState: template('initialState'),
    nextState: template('nextState'),
    collect: template('collect'),
  };
}
