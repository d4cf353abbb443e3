import { randomUUID } from 'node:crypto';
import { CodedError, type JsonValue } from '@weftwork/schema';
import type { ExecutionContext } from './executor';
import type { SpilledValue } from './graph/spill';
import type { BlobStore, NewRun, RunOrigin, RunReader, StepKey } from './ports';
import type { RunHub } from './run-hub';
import type { TraceContext } from './trace-context';
import type { Attempt } from './walker/attempt';

const MAX_ARTIFACT_BYTES = 100 * 1024 * 1024;
/** Lines a single attempt may log; what comes after is dropped, once told. */
const MAX_LOG_LINES = 1_000;

/** What attempts and large values need of the process: kept apart from walking, which needs more. */
export interface EffectHost {
  executionContext(
    run: NewRun,
    options: {
      step: StepKey;
      path: readonly number[];
      origin: RunOrigin;
      signal: AbortSignal;
      attempt: Attempt;
      timeoutMs: number;
    },
  ): ExecutionContext;
  /** Makes large values durable; must end before the commit that names them. */
  storeSpilled(values: readonly SpilledValue[]): Promise<void>;
  loadSpilled(workspaceId: string, artifactId: string): Promise<JsonValue>;
}

/** What executors get from the process around them: secrets, artifacts, logs and deltas. */
export function createEffectHost(parts: {
  readonly blobs: BlobStore;
  readonly reader: RunReader;
  readonly hub: RunHub;
  readonly traceContext: TraceContext;
  readSecret(workspaceId: string, name: string): string | undefined;
}): EffectHost {
  async function read(workspaceId: string, artifactId: string): Promise<Uint8Array> {
    const record = await parts.reader.getArtifact(workspaceId, artifactId);
    const bytes = record && (await parts.blobs.get(record.sha256));
    if (!bytes) throw new CodedError('NOT_FOUND', `There is no artifact ${artifactId}.`);
    return bytes;
  }

  return {
    executionContext(run, { step, path, origin, signal, attempt, timeoutMs }) {
      const traceparent = parts.traceContext.ofAttempt(run.runId, origin, step);
      return {
        runId: run.runId,
        depth: run.depth,
        rootRunId: origin.rootRunId ?? run.runId,
        ...(traceparent === undefined ? {} : { traceparent }),
        workspaceId: run.workspaceId,
        nodeId: step.nodeId,
        iterationPath: path,
        attempt: step.attempt,
        idempotencyKey: `${run.runId}.${step.nodeId}${step.path === '' ? '' : `.${step.path}`}`,
        signal,
        timeoutMs,
        secret(name) {
          const value = parts.readSecret(run.workspaceId, name);
          if (value !== undefined) return value;
          throw new CodedError('SECRET_MISSING', `There is no secret ${name}. Set WEFTWORK_SECRET_${name}.`);
        },
        async saveArtifact({ name, mimeType, bytes }) {
          if (bytes.byteLength > MAX_ARTIFACT_BYTES) {
            throw new CodedError(
              'ARTIFACT_TOO_LARGE',
              `The file ${name} has ${bytes.byteLength} bytes; 100 MiB are allowed.`,
            );
          }
          const stored = await parts.blobs.put(bytes).catch((cause: unknown) => {
            throw new CodedError('ARTIFACT_STORE_FAILED', `The file ${name} could not be stored.`, { cause });
          });
          const artifact = { artifactId: randomUUID(), name, mimeType, path: `/mnt/data/${name}` };
          attempt.artifacts.push({ artifact, ...stored });
          return artifact;
        },
        readArtifact: (artifactId) => read(run.workspaceId, artifactId),
        log(level, text) {
          if (attempt.logs.length < MAX_LOG_LINES) attempt.logs.push({ level, text });
          else if (attempt.logs.length === MAX_LOG_LINES) {
            attempt.logs.push({ level: 'warn', text: 'More lines were logged and dropped.' });
          }
        },
        delta(text) {
          if (!parts.hub.mayHaveListeners(run.runId)) return;
          const at = path.length === 0 ? {} : { iterationPath: path };
          parts.hub.publish(run.runId, {
            kind: 'delta',
            nodeId: step.nodeId,
            ...at,
            attempt: step.attempt,
            text,
          });
        },
      };
    },

    async storeSpilled(values) {
      for (const value of values) await parts.blobs.put(value.bytes);
    },

    async loadSpilled(workspaceId, artifactId) {
      const bytes = await read(workspaceId, artifactId);
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonValue;
    },
  };
}
