export type {
  Artifact,
  ExportedWorkflow,
  Gate,
  ImportResult,
  Limits,
  NodeRun,
  PublishReport,
  Run,
  RunSummary,
  SavedDraft,
  Signal,
  SignalAnswer,
  Version,
  VersionSummary,
  Workflow,
  WorkflowLimits,
} from '@weftwork/api/contracts';
export * from './client';
export type { Delta, FollowOptions } from './follow-events';
export { type ClientOptions, WeftworkError } from './request';
