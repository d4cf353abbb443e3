import type { NodeExecutor, NodeImplementations } from '@weftwork/runtime';
import { createAgentExecutor } from './agent/executor';
import type { ModelProviders } from './agent/model-provider';
import { conditionEvaluator } from './condition/evaluator';
import { nodeDefinitions } from './definitions';
import { mergeEvaluator } from './merge/evaluator';
import { valueEvaluator } from './shared/evaluate-value';
import type { ValidateValue } from './shared/validate-value';
import { createSkillExecutor } from './skill/executor';
import type { SkillRegistry } from './skill/skill-registry';
import type { SqlConnections } from './sql-read/connections';
import { createSqlReadExecutor } from './sql-read/executor';
import { startEvaluator } from './start/evaluator';

export interface NodeParts {
  readonly http: NodeExecutor;
  readonly code: NodeExecutor;
  readonly connections: SqlConnections;
  readonly providers: ModelProviders;
  readonly skills: SkillRegistry;
  /** The runtime's `validateAgainst`. */
  readonly validate: ValidateValue;
}

/** The node types as the runtime carries them out. The compiler names what is missing. */
export function createNodeImplementations(parts: NodeParts): NodeImplementations {
  const { skills, validate } = parts;
  const types = nodeDefinitions;
  return {
    start: { definition: types.start, evaluator: startEvaluator },
    output: { definition: types.output, evaluator: valueEvaluator },
    transform: { definition: types.transform, evaluator: valueEvaluator },
    condition: { definition: types.condition, evaluator: conditionEvaluator },
    merge: { definition: types.merge, evaluator: mergeEvaluator },
    loop: { definition: types.loop },
    subworkflow: { definition: types.subworkflow },
    human_input: { definition: types.human_input },
    http: { definition: types.http, executor: parts.http },
    code: { definition: types.code, executor: parts.code },
    sql_read: { definition: types.sql_read, executor: createSqlReadExecutor(parts.connections) },
    agent: {
      definition: types.agent,
      executor: createAgentExecutor({ providers: parts.providers, validate }),
    },
    skill: {
      definition: {
        ...types.skill,
        effectClass: ({ skill }) => skills.get(String(skill))?.effectClass ?? 'atMostOnce',
      },
      executor: createSkillExecutor({ skills, validate }),
    },
  };
}
