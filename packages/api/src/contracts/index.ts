import { limitContracts } from './limit-contracts';
import { runContracts } from './run-contracts';
import { serviceContracts } from './service-contracts';
import { signalContracts } from './signal-contracts';
import { workflowContracts } from './workflow-contracts';

export * from '../contract';
export * from '../wire';

/** Every route of the API. */
export const contracts = {
  ...serviceContracts,
  ...workflowContracts,
  ...runContracts,
  ...signalContracts,
  ...limitContracts,
} as const;
export type Contracts = typeof contracts;

export const API_PREFIX = '/api/v1';
