export {
  createModelProviders,
  type ModelAnswer,
  type ModelProvider,
  type ModelProviders,
  type ModelRequest,
} from './agent/model-provider';
export { nodeDefinitions } from './definitions';
export { createNodeImplementations, type NodeParts } from './node-implementations';
export { createNodeServices, type NodeServices } from './node-services';
export {
  createSkillRegistry,
  type Skill,
  type SkillOutcome,
  type SkillRegistry,
} from './skill/skill-registry';
export { prepareDemoData } from './sql-read/demo-data';
