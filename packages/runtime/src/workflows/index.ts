export type { ExportedWorkflow } from './export-workflow';
export type { ImportReportEntry, ImportResult } from './import-workflows';
export { mintId } from './mint-id';
export { plainLayout } from './plain-layout';
export * from './quotas';
export * from './workflow-service';
