/** Users' JSON Schemas at work: filling in defaults, then telling what does not fit. */
export { applyDefaults } from './apply-defaults';
export { compileUserSchema, validateAgainst } from './compile-schema';
