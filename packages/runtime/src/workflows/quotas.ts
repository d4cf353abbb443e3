import { CodedError, type NodeDefinitions, type Settings, type WorkflowGraph } from '@weftwork/schema';

/** What the system allows whatever a graph asks for. */
export interface Quotas {
  readonly maxSteps: number;
  readonly maxLoopIterations: number;
  readonly maxParallelism: number;
  readonly runTimeoutSeconds: number;
  readonly nodeTimeoutSeconds: number;
  readonly maxNodes: number;
}

export const DEFAULT_QUOTAS: Quotas = {
  maxSteps: 100_000,
  maxLoopIterations: 10_000,
  maxParallelism: 64,
  runTimeoutSeconds: 7 * 24 * 60 * 60,
  nodeTimeoutSeconds: 60 * 60,
  maxNodes: 10_000,
};

const VARIABLES: Readonly<Record<keyof Quotas, string>> = {
  maxSteps: 'WEFTWORK_MAX_STEPS',
  maxLoopIterations: 'WEFTWORK_MAX_LOOP_ITERATIONS',
  maxParallelism: 'WEFTWORK_MAX_PARALLELISM',
  runTimeoutSeconds: 'WEFTWORK_MAX_RUN_TIMEOUT_SECONDS',
  nodeTimeoutSeconds: 'WEFTWORK_MAX_NODE_TIMEOUT_SECONDS',
  maxNodes: 'WEFTWORK_MAX_NODES',
};

/** Quotas from `WEFTWORK_MAX_…`, defaults where a variable is unset. Throws `CONFIGURATION_INVALID` naming the variable. */
export function readQuotas(environment: Readonly<Record<string, string | undefined>>): Quotas {
  const quotas = { ...DEFAULT_QUOTAS };
  for (const name of Object.keys(VARIABLES) as (keyof Quotas)[]) {
    const text = environment[VARIABLES[name]]?.trim();
    if (text === undefined || text === '') continue;
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new CodedError(
        'CONFIGURATION_INVALID',
        `${VARIABLES[name]} is "${text}"; set it to a whole number above 0 or leave it unset.`,
      );
    }
    quotas[name] = value;
  }
  return quotas;
}

/** A setting that was lowered. `path` is a JSON Pointer into the graph. */
export interface Clamp {
  readonly path: string;
  readonly asked: number;
  readonly given: number;
}

const SETTING_NAMES = [
  'runTimeoutSeconds',
  'nodeTimeoutSeconds',
  'maxSteps',
  'maxLoopIterations',
  'maxParallelism',
] as const satisfies readonly (keyof Settings & keyof Quotas)[];

/**
 * The settings a run really gets, and what was lowered on the way. Time limits of single attempts are listed too;
 * they stay in the graph and the runtime applies `attemptTimeoutSeconds`. Never changes the graph or its hash.
 */
export function clampToQuotas(
  graph: WorkflowGraph,
  quotas: Quotas,
  definitions: NodeDefinitions,
): { settings: Settings; clamps: Clamp[] } {
  const settings = { ...graph.settings };
  const clamps: Clamp[] = [];
  for (const name of SETTING_NAMES) {
    if (settings[name] <= quotas[name]) continue;
    clamps.push({ path: `/settings/${name}`, asked: settings[name], given: quotas[name] });
    settings[name] = quotas[name];
  }
  graph.nodes.forEach((node, index) => {
    const asked = node.timeoutSeconds;
    if (asked === undefined || definitions[node.type].kind !== 'executor') return;
    const given = attemptTimeoutSeconds(asked, settings, quotas);
    if (given < asked) clamps.push({ path: `/nodes/${index}/timeoutSeconds`, asked, given });
  });
  return { settings, clamps };
}

/** The limit of one attempt of an executor. */
export function attemptTimeoutSeconds(own: number | undefined, settings: Settings, quotas: Quotas): number {
  return Math.min(own ?? settings.nodeTimeoutSeconds, quotas.nodeTimeoutSeconds);
}
