import { createHash } from 'node:crypto';
import type { Principal, RunHandle, SettledRun, StartRunRequest } from '@weftwork/runtime';
import {
  CodedError,
  canonicalJson,
  ID_PATTERN,
  isJsonObject,
  isTerminal,
  type JsonValue,
} from '@weftwork/schema';
import type { FastifyInstance } from 'fastify';
import type { ApiServices } from '../api-services';
import type { Body } from '../contract';
import { type Contracts, contracts } from '../contracts';
import { serveEvents } from '../event-stream/serve-events';
import { ifMatch } from '../if-match';
import { notFound, serve } from '../route';
import { toRun, toRunSummary } from '../run-answer';
import type { Run } from '../wire';
import { toVersion } from './workflow-routes';

type StartBody = Body<Contracts['startRun']>;

/** A caller that waits longer asks again; a proxy between would have given up. */
const MAX_WAIT_SECONDS = 300;
const JSON_TYPE = 'application/json; charset=utf-8';
const START_FIELDS: readonly string[] = ['workflowId', 'version', 'fromRun', 'input'];

export function serveRuns(app: FastifyInstance, services: ApiServices): void {
  const { runtime, runs, workflows } = services;

  serve(
    app,
    contracts.startRun,
    async ({ body, query, principal, request, reply }) => {
      const start = await toStartRequest(body, principal, request.headers, services);
      const waitSeconds = readWait(query.wait);
      const handle = await runtime.startRun(start, waitSeconds > 0 ? { waitSeconds } : {});
      if (handle.replayed) reply.header('idempotency-replayed', 'true');
      const { settled } = handle;
      reply.statusCode = settled && waitSeconds > 0 ? 200 : 202;
      reply.header('content-type', JSON_TYPE);
      // The hot path: all that is asked for is known already, so nothing is read back.
      if (settled && handle.runs && isTerminal(settled.status)) return settledText(start, handle, settled);
      // Somebody is needed: whoever started the run learns at once which gates are open.
      if (settled) return readRun(services, principal.workspaceId, handle.runId);
      const record = await runs.getRun(principal.workspaceId, handle.runId);
      if (!record) throw notFound(`There is no run "${handle.runId}".`);
      if (waitSeconds > 0 && isTerminal(record.status)) reply.statusCode = 200;
      return toRunSummary(record);
    },
    quickStartBody,
  );

  serve(app, contracts.listRuns, async ({ query, principal }) => {
    const { cursor, limit, ...filter } = query;
    // What cannot be an id names nothing, and so has no runs.
    if (filter.workflowId !== undefined && !ID_PATTERN.test(filter.workflowId)) {
      return { items: [], nextCursor: null };
    }
    const page = await runs.listRuns(
      principal.workspaceId,
      filter,
      cursor === undefined ? { limit } : { cursor, limit },
    );
    return { items: page.items.map(toRunSummary), nextCursor: page.nextCursor };
  });

  serve(app, contracts.getRun, ({ params, principal }) =>
    readRun(services, principal.workspaceId, params.id),
  );

  serve(app, contracts.getRunVersion, async ({ params, principal }) => {
    const run = await runs.getRun(principal.workspaceId, params.id);
    if (!run) throw runNotFound(params.id);
    return toVersion(await workflows.getVersionOfRun(run.versionId));
  });

  serve(app, contracts.cancelRun, async ({ params, principal }) => {
    const { workspaceId, userId } = principal;
    await runtime.cancelRun({ workspaceId, runId: params.id, by: userId });
    return readRun(services, workspaceId, params.id);
  });

  serveEvents(app, services);
}

/** A run as `GET /runs/{id}` gives it; throws `NOT_FOUND`. */
export async function readRun(
  { runs }: Pick<ApiServices, 'runs'>,
  workspaceId: string,
  runId: string,
): Promise<Run> {
  const [found, artifacts] = await Promise.all([
    runs.getRunWithLog(workspaceId, runId),
    runs.listArtifacts(workspaceId, runId),
  ]);
  if (!found) throw runNotFound(runId);
  return toRun(found.run, found.log, artifacts, Date.now());
}

export function runNotFound(runId: string): CodedError {
  return notFound(`There is no run "${runId}".`);
}

/** The usual body, seen at a glance; whatever looks odd goes to the contract, which says what is wrong. */
function quickStartBody(body: unknown): StartBody | undefined {
  if (!isJsonObject(body)) return undefined;
  for (const key in body) if (!START_FIELDS.includes(key)) return undefined;
  const { workflowId, version, input, fromRun } = body;
  if (typeof workflowId !== 'string' || fromRun !== undefined) return undefined;
  if (
    version !== undefined &&
    version !== 'draft' &&
    !(Number.isSafeInteger(version) && (version as number) > 0)
  ) {
    return undefined;
  }
  return input === undefined || isJsonObject(input) ? (body as StartBody) : undefined;
}

async function toStartRequest(
  body: StartBody,
  { workspaceId, userId }: Principal,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { runs }: Pick<ApiServices, 'runs'>,
): Promise<StartRunRequest> {
  const rest = {
    ...idempotencyOf(headers['idempotency-key'], body),
    ...traceOf(headers.traceparent),
    ...revisionOf(headers['if-match'], body),
    ...depthOf(headers['weftwork-depth']),
    ...(body.priority === undefined ? {} : { priority: body.priority }),
  };
  const by = { workspaceId, createdBy: userId };
  if (body.fromRun === undefined) {
    const { workflowId = '', version, input = {} } = body;
    if (!ID_PATTERN.test(workflowId)) throw notFound('There is no workflow under that id.');
    return { ...by, workflowId, ...(version === undefined ? {} : { version }), input, ...rest };
  }
  const before = await runs.getRun(workspaceId, body.fromRun);
  if (!before) throw runNotFound(body.fromRun);
  const { id: fromRun, workflowId, version, input } = before;
  return { ...by, workflowId, version, fromRun, input, ...rest };
}

function idempotencyOf(
  header: string | string[] | undefined,
  body: StartBody,
): Pick<StartRunRequest, 'idempotencyKey'> {
  if (header === undefined) return {};
  if (typeof header !== 'string' || !/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) {
    throw new CodedError(
      'BAD_REQUEST',
      'The header "Idempotency-Key" must hold 1 to 255 visible characters.',
    );
  }
  const bodyHash = createHash('sha256')
    .update(canonicalJson(body as JsonValue))
    .digest('hex');
  return { idempotencyKey: { key: header, bodyHash } };
}

/** Only a draft changes: whoever expects a revision of anything else is told so instead of being passed over. */
function revisionOf(
  header: string | string[] | undefined,
  body: StartBody,
): Pick<StartRunRequest, 'ifRevision'> {
  if (typeof header !== 'string') return {};
  if (body.version === 'draft') return ifMatch({ 'if-match': header });
  throw new CodedError(
    'BAD_REQUEST',
    'The header "If-Match" is for runs of the draft: send "version": "draft".',
  );
}

function traceOf(header: string | string[] | undefined): Pick<StartRunRequest, 'traceparent'> {
  const valid =
    typeof header === 'string' && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(header);
  return valid ? { traceparent: header } : {};
}

/** A run that calls this API says how deep it lies, so that one which starts itself comes to an end. */
function depthOf(header: string | string[] | undefined): Pick<StartRunRequest, 'callerDepth'> {
  const valid = typeof header === 'string' && /^\d{1,6}$/.test(header);
  return valid ? { callerDepth: Number(header) } : {};
}

function readWait(text: string | undefined): number {
  if (text === undefined) return 0;
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Math.min(Number(text), MAX_WAIT_SECONDS);
  throw new CodedError('INVALID_FIELD', `"wait" is "${text}"; give seconds, such as 30.`, {
    errors: [{ code: 'INVALID_FIELD', path: '/wait', message: 'Expected seconds.' }],
  });
}

function settledText(start: StartRunRequest, handle: RunHandle, settled: SettledRun): string {
  const { version, graphHash, workflowName, input } = handle.runs!;
  const { status, output, spilled, error, warnings, lastSeq } = settled;
  const answer: Record<string, unknown> = {
    id: handle.runId,
    workflowId: start.workflowId,
    workflowName,
    version,
    graphHash,
    status,
    input,
    output,
    spilled,
    error,
    warnings,
    lastSeq,
    createdBy: start.createdBy,
  };
  return JSON.stringify(answer);
}
