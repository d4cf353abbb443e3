export type { ModelAnswer, ModelProvider, ModelProviders, ModelRequest } from './agent/model-provider';
export { nodeDefinitions } from './definitions';
export type { NodeParts } from './node-implementations';
export { createNodeServices, type NodeServices } from './node-services';
export type { Skill, SkillOutcome, SkillRegistry } from './skill/skill-registry';
export { prepareDemoData } from './sql-read/demo-data';
