export type {
  Artifact,
  ExportedWorkflow,
  Gate,
  ImportResult,
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
} from '@weftwork/api/contracts';
export * from './client';
export type { Delta, FollowOptions } from './follow-events';
export { type ClientOptions, WeftworkError } from './request';
