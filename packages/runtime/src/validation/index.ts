export type { SchemaProblem } from './check-user-schema';
export type { LoadedWorkflow, ValidationContext } from './context';
export { createGraphValidator, type GraphValidatorParts } from './create-graph-validator';
export { validateAgainst } from './user-schema';
export { type GraphValidation, validateGraph } from './validate-graph';
