export type { CodeLanguage } from './compile-source';
export { LIMITS as SANDBOX_LIMITS } from './protocol';
export { createSandbox, type Sandbox, type SandboxResult, type SandboxRun } from './sandbox';
