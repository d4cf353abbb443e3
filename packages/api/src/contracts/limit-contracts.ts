import { z } from 'zod';
import { contract } from '../contract';
import { Limits, WorkflowLimits } from '../wire';

/** null removes the limit. */
const limitBody = z.strictObject({ maxRunning: z.int().min(1).max(1_000_000).nullable() });

export const limitContracts = {
  getLimits: contract({
    method: 'GET',
    path: '/limits',
    access: 'view',
    summary: 'How many runs may be running at the same time, and how many are open',
    answers: {
      200: { description: 'Of the workspace and of single workflows; open runs by workflow', schema: Limits },
    },
  }),
  setLimits: contract({
    method: 'PUT',
    path: '/limits',
    access: 'administer',
    summary: 'Set or remove the limit on running runs of the workspace',
    body: limitBody,
    answers: { 200: { description: 'The limits after the change', schema: Limits } },
  }),
  setWorkflowLimits: contract({
    method: 'PUT',
    path: '/workflows/{id}/limits',
    access: 'edit',
    summary: 'Set or remove the limit on running runs of a workflow; no part of its graph or hash',
    body: limitBody,
    answers: { 200: { description: 'The limit after the change', schema: WorkflowLimits } },
  }),
} as const;
