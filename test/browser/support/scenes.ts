import { expect } from '@playwright/test';
import type { BuiltService } from './service';

/** Addresses of every page with something on it, for checks that look at all of them. */
export interface Scenes {
  readonly completedRun: string;
  readonly waitingRun: string;
  readonly failedRun: string;
  readonly failedWorkflow: string;
}

interface RunOfApi {
  readonly id: string;
  readonly status: string;
}

/** Runs the report twice: one waits for its approval, the other got it; and one run that failed. */
export async function setScenes(service: BuiltService): Promise<Scenes> {
  const start = (body: object) => service.call<RunOfApi>('POST', '/runs?wait=30', body);
  const report = { workflowId: 'report_generation', input: { topic: '春季销售' } };
  const completed = await start(report);
  await service.call('POST', `/runs/${completed.id}/approve`, {});
  const waiting = await start(report);
  const broken = await service.call<{ id: string }>('POST', '/workflows', { graph: brokenGraph });
  const failed = await start({ workflowId: broken.id, version: 'draft', input: { total: 120, parts: 0 } });
  await expect.poll(async () => statusOf(service, completed.id), { timeout: 30_000 }).toBe('completed');
  expect([await statusOf(service, waiting.id), await statusOf(service, failed.id)]).toEqual([
    'awaiting_input',
    'failed',
  ]);
  return {
    completedRun: completed.id,
    waitingRun: waiting.id,
    failedRun: failed.id,
    failedWorkflow: broken.id,
  };
}

const statusOf = async (service: BuiltService, id: string) =>
  (await service.call<RunOfApi>('GET', `/runs/${id}`)).status;

const brokenGraph = {
  schemaVersion: '1.0',
  name: 'Share of each · 每份金额',
  nodes: [
    { id: 'start', type: 'start', name: 'Start', config: {} },
    {
      id: 'share',
      type: 'transform',
      name: 'Share',
      config: { value: { each: '{{ inputs.total / inputs.parts }}' } },
    },
    {
      id: 'output',
      type: 'output',
      name: 'Output',
      config: { value: { each: '{{ nodes.share.data.each }}' } },
    },
  ],
  edges: [
    { id: 'start-share', source: 'start', target: 'share' },
    { id: 'share-output', source: 'share', target: 'output' },
  ],
};
