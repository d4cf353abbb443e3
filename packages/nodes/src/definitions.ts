import type { NodeDefinitions } from '@weftwork/schema';
import { agentDefinition } from './agent/definition';
import { codeDefinition } from './code/definition';
import { conditionDefinition } from './condition/definition';
import { httpDefinition } from './http/definition';
import { humanInputDefinition } from './human-input/definition';
import { loopDefinition } from './loop/definition';
import { mergeDefinition } from './merge/definition';
import { outputDefinition } from './output/definition';
import { skillDefinition } from './skill/definition';
import { sqlReadDefinition } from './sql-read/definition';
import { startDefinition } from './start/definition';
import { subworkflowDefinition } from './subworkflow/definition';
import { transformDefinition } from './transform/definition';

export { issueCodeOf } from './shared/config-schema';

/**
 * All that differs by node type, as data, in palette order. Safe in the browser: nothing behind it imports Node, a driver
 * or a network library.
 */
export const nodeDefinitions: NodeDefinitions = {
  start: startDefinition,
  output: outputDefinition,
  condition: conditionDefinition,
  loop: loopDefinition,
  merge: mergeDefinition,
  subworkflow: subworkflowDefinition,
  human_input: humanInputDefinition,
  http: httpDefinition,
  sql_read: sqlReadDefinition,
  transform: transformDefinition,
  agent: agentDefinition,
  skill: skillDefinition,
  code: codeDefinition,
};
