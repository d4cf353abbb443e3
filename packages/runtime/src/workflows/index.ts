export type { ExportedWorkflow } from './export-workflow';
export type { ImportReportEntry, ImportResult } from './import-workflows';
export * from './quotas';
export { revisionConflict } from './revision-conflict';
export * from './workflow-service';
