import { NodeError } from '@weftwork/runtime';
import { isCodedError, isJsonObject } from '@weftwork/schema';
import type { Response } from 'undici';

export function modelMissing(): NodeError {
  return new NodeError(
    'AGENT_PROVIDER_UNKNOWN',
    'No model is named; set "model" in the node, or WEFTWORK_OPENAI_MODEL for all nodes.',
    { outcome: 'notSent', field: '/config/model' },
  );
}

/** What the service answered instead of an answer. */
export async function statusError(response: Response, apiKey: string | undefined): Promise<NodeError> {
  const { status } = response;
  const reason = mask(errorMessage(await bodyStart(response)) ?? response.statusText, apiKey);
  return new NodeError(
    'AGENT_FAILED',
    `The model service answered ${status}: ${reason || 'no reason given'}`,
    {
      retryKinds: retryKindsOf(status),
    },
  );
}

function retryKindsOf(status: number): string[] {
  const kinds = [`status:${status}`, `status:${Math.floor(status / 100)}xx`];
  if (status === 429) return ['rate_limit', ...kinds];
  return status >= 500 || status === 408 ? ['transient', ...kinds] : kinds;
}

const MAX_ERROR_CHARS = 16 * 1024;

async function bodyStart(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > MAX_ERROR_CHARS) break;
  }
  return text.slice(0, MAX_ERROR_CHARS);
}

/** The message in an error document of the protocol, or plain text. */
export function errorMessage(text: string): string | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (!isJsonObject(document)) return undefined;
    const { error } = document;
    if (typeof error === 'string') return error;
    return isJsonObject(error) && typeof error.message === 'string' ? error.message : undefined;
  } catch {
    return text.trim().startsWith('<') ? undefined : text.trim().slice(0, 300) || undefined;
  }
}

/** Services like to repeat the key that they refuse. */
function mask(text: string, apiKey: string | undefined): string {
  return apiKey === undefined ? text : text.replaceAll(apiKey, '***');
}

/** The stream ended, or broke, before the model had finished. */
export function streamBroken(reason: string): NodeError {
  return new NodeError('AGENT_FAILED', `The answer of the model broke off: ${reason}`, {
    retryKinds: ['transient'],
    outcome: 'unclear',
  });
}

export function callFailed(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted) {
    return new NodeError('NODE_TIMEOUT', 'The model did not finish within the time limit of the node.', {
      retryKinds: ['timeout'],
      outcome: 'unclear',
      cause: error,
    });
  }
  if (isCodedError(error)) return error;
  // fetch hides what happened on the wire in `cause`.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new NodeError('AGENT_FAILED', `The model service could not be reached: ${reason}`, {
    retryKinds: ['transient'],
    outcome: code === 'ECONNREFUSED' || code === 'ENOTFOUND' ? 'notSent' : 'unclear',
    cause: error,
  });
}
