import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { serve } from '../route';
import type { Limits } from '../wire';

/** How many runs may be running at the same time. */
export function serveLimits(app: FastifyInstance, { runtime, runs, workflows }: ApiServices): void {
  async function read(workspaceId: string): Promise<Limits> {
    const [limits, open] = await Promise.all([
      runtime.listLimits(workspaceId),
      runs.countOpenRuns(workspaceId),
    ]);
    const whole = limits.find(({ workflowId }) => workflowId === undefined);
    return {
      maxRunning: whole?.maxRunning ?? null,
      workflows: limits.flatMap(({ workflowId, maxRunning }) =>
        workflowId === undefined ? [] : [{ workflowId, maxRunning }],
      ),
      open: [...open],
    };
  }

  serve(app, contracts.getLimits, ({ principal }) => read(principal.workspaceId));

  serve(app, contracts.setLimits, async ({ body, principal: { workspaceId } }) => {
    await runtime.setLimit({ workspaceId, maxRunning: body.maxRunning });
    return read(workspaceId);
  });

  serve(app, contracts.setWorkflowLimits, async ({ params, body, principal: { workspaceId } }) => {
    const { id: workflowId } = await workflows.get(workspaceId, params.id);
    const { maxRunning } = body;
    await runtime.setLimit({ workspaceId, workflowId, maxRunning });
    return { workflowId, maxRunning };
  });
}
