import { type ExecutionContext, NodeError, type NodeExecutor } from '@weftwork/runtime';
import { CodedError, type JsonObject, type NodeResult, nodeResult, type RunWarning } from '@weftwork/schema';
import { Agent } from 'undici';
import { createGuardedConnector, parseAllowList } from './address-guard';
import { httpDefinition } from './definition';
import type { HttpConfig } from './http-config';
import { followRedirect } from './redirect';
import { requestBody } from './request-body';
import { type RequestHeaders, requestHeaders } from './request-headers';
import { requestUrl } from './request-url';
import { decompressBody, headerText, parseBody } from './response-body';
import { type OutgoingRequest, type RawResponse, sendRequest } from './send-request';

export interface HttpExecutor extends NodeExecutor {
  /** Closes all connections. */
  close(): Promise<void>;
}

const CONNECTIONS_PER_ORIGIN = 128;

/**
 * Calls an HTTP service. `allow` has the entries of `WEFTWORK_HTTP_ALLOW`: what may be reached although private.
 */
export function createHttpExecutor(options: { allow?: readonly string[] } = {}): HttpExecutor {
  const connect = createGuardedConnector(parseAllowList(options.allow ?? []));
  const common = { connect, connections: CONNECTIONS_PER_ORIGIN, maxHeaderSize: 64 * 1024 };
  const keepAlive = new Agent(common);
  // A kept connection may be closed by the server in the moment we write to it, and then nobody knows whether the call
  // arrived. What may happen only once therefore gets a connection of its own.
  const single = new Agent({ ...common, pipelining: 0 });

  return {
    async execute(input, ctx) {
      const config = input as unknown as HttpConfig; // resolved from a config that the definition's schema accepted
      const headers = requestHeaders(config.headers, config.cookies, (name, field) =>
        secretOf(name, field, ctx),
      );
      const request = await buildRequest(config, headers, ctx);
      const dispatcher = httpDefinition.effectClass?.(input) === 'atMostOnce' ? single : keepAlive;
      const { maxBytes, redirects } = config;

      let current = request;
      for (let followed = 0; ; followed += 1) {
        const sending = sendRequest(dispatcher, current, maxBytes, ctx.signal);
        const response = await (followed === 0 ? sending : afterRedirect(sending, request, current));
        const next = redirects === 0 ? undefined : followRedirect(current, response, headers.secretNames);
        if (next === undefined) return resultOf(response, current, config, headers, ctx);
        if (followed >= redirects) {
          const message = `${request.url.host} redirects more than ${redirects} times.`;
          throw new NodeError('HTTP_TOO_MANY_REDIRECTS', message, { field: '/config/redirects' });
        }
        current = next;
      }
    },
    async close() {
      await Promise.all([keepAlive.destroy(), single.destroy()]);
    },
  };
}

function secretOf(name: string, field: string, ctx: ExecutionContext): string {
  try {
    return ctx.secret(name);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    throw new NodeError(error.code, error.message, { outcome: 'notSent', cause: error, field });
  }
}

async function buildRequest(
  config: HttpConfig,
  headers: RequestHeaders,
  ctx: ExecutionContext,
): Promise<OutgoingRequest> {
  const url = requestUrl(config);
  const body = await requestBody(config.body, ctx.readArtifact);
  const values: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'weftwork',
  };
  if (body !== undefined) values['content-type'] = body.contentType;
  if (config.idempotencyKey === true) values['idempotency-key'] = ctx.idempotencyKey;
  if (ctx.traceparent !== undefined) values.traceparent = ctx.traceparent;
  // What the node's author set wins.
  Object.assign(values, headers.values);
  // A call to our own API nests like a sub-workflow, and ends at the same depth.
  if (ctx.depth !== undefined) values['weftwork-depth'] = String(ctx.depth);
  return { method: config.method.toUpperCase(), url, headers: values, body: body?.bytes };
}

/** A redirect that turned a call into a GET has answered it: what fails afterwards must not repeat the call. */
async function afterRedirect(
  sending: Promise<RawResponse>,
  first: OutgoingRequest,
  current: OutgoingRequest,
): Promise<RawResponse> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof NodeError) || current.method === first.method) throw error;
    throw new NodeError(error.code, error.message, { outcome: 'answered', cause: error });
  }
}

async function resultOf(
  response: RawResponse,
  request: OutgoingRequest,
  config: HttpConfig,
  headers: RequestHeaders,
  ctx: ExecutionContext,
): Promise<NodeResult> {
  const { status } = response;
  const isSuccess = status >= 200 && status < 300;
  const packed = response.headers['content-encoding'] !== undefined;
  const bytes = packed ? await decompressBody(response, config.maxBytes) : response.bytes;
  if (config.expect === '2xx' && !isSuccess) throw statusError(response, bytes, request, headers);

  const { body, artifact, problem } = await parseBody(response, bytes, request.url, ctx.saveArtifact);
  const warnings: RunWarning[] = [];
  if (problem !== undefined) {
    const message = `${request.url.host} sent a body that is not the JSON it claims to be: ${problem}.`;
    // An error page under a wrong label is common and its status says enough.
    if (isSuccess) throw new NodeError('HTTP_BODY_INVALID', message);
    warnings.push({ code: 'HTTP_BODY_INVALID', message, nodeId: ctx.nodeId });
  }
  const data: JsonObject = { status, headers: headerData(response), body, url: request.url.href };
  if (artifact === undefined && warnings.length === 0) return nodeResult(data);
  return nodeResult(data, { artifacts: artifact === undefined ? [] : [artifact], warnings });
}

/** Repeated fields joined, as HTTP allows; `set-cookie`, which cannot be joined, is always a list. */
function headerData(response: RawResponse): JsonObject {
  const data: JsonObject = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (name === 'set-cookie') data[name] = Array.isArray(value) ? value : [value];
    else if (name !== '__proto__') data[name] = headerText(value);
  }
  return data;
}

const PREVIEW_CHARS = 200;

/** Where to look first after a status: who asks, where there is nothing, how it is asked. A server's own fault is nowhere. */
function fieldAnswered(status: number): string | undefined {
  if (status === 401 || status === 403) return '/config/headers';
  if (status === 404 || status === 410) return '/config/url';
  return status === 405 ? '/config/method' : undefined;
}

function statusError(
  response: RawResponse,
  bytes: Buffer,
  request: OutgoingRequest,
  headers: RequestHeaders,
): NodeError {
  const { status } = response;
  let preview = bytes.subarray(0, 4 * PREVIEW_CHARS).toString('utf8');
  for (const secret of headers.secrets) if (secret !== '') preview = preview.replaceAll(secret, '•••');
  preview = preview.replace(/\s+/g, ' ').trim().slice(0, PREVIEW_CHARS);
  const { origin, pathname } = request.url;
  const message = `${request.method} ${origin}${pathname} answered ${status}${preview === '' ? '.' : `: ${preview}`}`;
  const retryKinds = [`status:${status}`, `status:${Math.floor(status / 100)}xx`];
  if (status >= 500) retryKinds.push('transient');
  if (status === 429) retryKinds.push('rate_limit');
  return new NodeError('HTTP_STATUS', message, { retryKinds, field: fieldAnswered(status) });
}
