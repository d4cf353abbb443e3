import type { VersionRecord, WorkflowRecord } from '@weftwork/runtime';
import { CodedError, type JsonObject } from '@weftwork/schema';
import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import { contracts } from '../contracts';
import { ifMatch } from '../if-match';
import { notFound, serve } from '../route';
import type { Version, VersionSummary, Workflow } from '../wire';

export function serveWorkflows(app: FastifyInstance, { workflows }: Pick<ApiServices, 'workflows'>): void {
  const toWorkflow = (record: WorkflowRecord): Workflow => {
    const { workspaceId: _, ...workflow } = record;
    const draftDiffers = workflows.draftDiffers(record);
    return draftDiffers === undefined ? workflow : { ...workflow, draftDiffers };
  };

  serve(app, contracts.createWorkflow, ({ body, principal }) =>
    workflows.create(principal.workspaceId, { ...draftOf(body), by: principal.userId }),
  );

  serve(app, contracts.listWorkflows, async ({ query, principal }) => {
    const { items, nextCursor } = await workflows.list(principal.workspaceId, query);
    return { items: items.map(toWorkflow), nextCursor };
  });

  serve(app, contracts.getWorkflow, async ({ params, principal }) =>
    toWorkflow(await workflows.get(principal.workspaceId, params.id)),
  );

  serve(app, contracts.archiveWorkflow, async ({ params, principal, reply }) => {
    await workflows.archive(principal.workspaceId, params.id);
    return reply.send();
  });

  serve(app, contracts.duplicateWorkflow, async ({ params, body, principal }) => {
    const { workspaceId, userId: by } = principal;
    return toWorkflow(await workflows.duplicate(workspaceId, params.id, { ...body, by }));
  });

  serve(app, contracts.saveDraft, async ({ params, body, principal, request }) => {
    const { workspaceId, userId: by } = principal;
    const { ifRevision } = ifMatch(request.headers);
    if (ifRevision === undefined) {
      await workflows.get(workspaceId, params.id);
      throw new CodedError('REVISION_REQUIRED', 'Send the revision you changed in the header "If-Match".');
    }
    return workflows.saveDraft(workspaceId, params.id, { ...draftOf(body), ifRevision, by });
  });

  serve(app, contracts.validateWorkflow, async ({ params, body, principal }) => ({
    issues: await workflows.validate(principal.workspaceId, params.id, body?.graph),
  }));

  serve(app, contracts.publishWorkflow, async ({ params, body, principal, request, reply }) => {
    const { created, ...report } = await workflows.publish(
      principal.workspaceId,
      params.id,
      principal.userId,
      { ...(body?.note ? { note: body.note } : {}), ...ifMatch(request.headers) },
    );
    reply.statusCode = created ? 201 : 200;
    return report;
  });

  serve(app, contracts.listVersions, async ({ params, query, principal }) => {
    const versions = await workflows.listVersions(principal.workspaceId, params.id);
    return pageOfVersions(versions.map(toVersionSummary), query);
  });

  serve(app, contracts.getVersion, async ({ params, principal }) =>
    toVersion(await workflows.getVersion(principal.workspaceId, params.id, readVersion(params.version))),
  );

  serve(app, contracts.restoreVersion, async ({ params, principal, request }) =>
    workflows.restore(principal.workspaceId, params.id, readVersion(params.version), {
      ...ifMatch(request.headers),
      by: principal.userId,
    }),
  );

  serve(app, contracts.exportWorkflow, ({ params, principal }) =>
    workflows.export(principal.workspaceId, params.id),
  );

  serve(app, contracts.importWorkflows, ({ body, principal }) =>
    workflows.import(principal.workspaceId, body.content, principal.userId),
  );
}

function draftOf(body: { graph: unknown; layout?: JsonObject | null | undefined }): {
  graph: unknown;
  layout?: JsonObject;
} {
  return body.layout ? { graph: body.graph, layout: body.layout } : { graph: body.graph };
}

function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound(`There is no version "${text}".`);
  return Number(text);
}

function pageOfVersions(
  versions: readonly VersionSummary[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): { items: readonly VersionSummary[]; nextCursor: string | null } {
  const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
  const rest = versions.filter(({ version }) => (version as number) < before);
  const items = rest.slice(0, limit);
  return { items, nextCursor: rest.length > limit ? String(items.at(-1)?.version) : null };
}

function toVersionSummary(record: Omit<VersionRecord, 'canonical'>): VersionSummary {
  const { version, graphHash, layout, settings, clamps, publishedAt, publishedBy, note } = record;
  return {
    version: version ?? 'draft',
    graphHash,
    layout,
    settings: { ...settings },
    clamps: [...clamps],
    publishedAt,
    publishedBy,
    ...(note === undefined ? {} : { note }),
  };
}

export function toVersion(record: VersionRecord): Version {
  const { canonical } = record;
  return { ...toVersionSummary(record), canonical, graph: JSON.parse(canonical) as JsonObject };
}
