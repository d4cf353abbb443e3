export type { BinaryOperator, Expression, ExpressionNode, PathNode, Span } from './ast';
export { compileExpression } from './compile-expression';
export {
  type Condition,
  type ConditionOperator,
  compileCondition,
  parseCondition,
} from './condition';
export { conditionToText } from './condition-text';
export { conditionToTree } from './condition-tree';
export { type ExpressionFunction, FUNCTIONS } from './functions';
export { inField } from './in-field';
export {
  type ExpressionProblem,
  type Inspection,
  inspectCondition,
  inspectTemplateValue,
  secretsOf,
  type TreeReference,
} from './inspect';
export { pathStep, quoteText } from './names';
export { nearName } from './near-name';
export { isEqual } from './operators';
export { parseExpression } from './parse-expression';
export { isTemplate, parseTemplate, type Template, type TemplateHole } from './parse-template';
export { type Reference, referencesOf } from './references';
export {
  remapCondition,
  remapNodeReferences,
  remapTemplateValue,
  renameNodeReferences,
  type TextMode,
} from './rename';
export type { Evaluate, ExpressionScope } from './scope';
export {
  compileTemplate,
  compileTemplateValue,
  isSecretReference,
  type SecretReference,
} from './template-value';
