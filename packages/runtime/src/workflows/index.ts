export type { ExportedWorkflow } from './export-workflow';
export type { ImportReportEntry, ImportResult } from './import-workflows';
export * from './quotas';
export * from './workflow-service';
