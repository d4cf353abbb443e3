import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from '@weftwork/runtime';
import { type Artifact, CodedError } from '@weftwork/schema';

export interface FakeContext extends ExecutionContext {
  readonly logs: string[];
  readonly files: Map<string, { artifact: Artifact; bytes: Buffer }>;
  readonly deltas: string[];
}

/** A context for executor tests: what an attempt saves, logs and streams is kept where the test can see it. */
export function createFakeContext(
  options: {
    secrets?: Record<string, string>;
    signal?: AbortSignal;
    timeoutMs?: number;
    traceparent?: string;
  } = {},
): FakeContext {
  const logs: string[] = [];
  const deltas: string[] = [];
  const files: FakeContext['files'] = new Map();
  return {
    runId: 'run-1',
    workspaceId: 'workspace-1',
    nodeId: 'node',
    iterationPath: [],
    attempt: 1,
    rootRunId: 'run-1',
    ...(options.traceparent ? { traceparent: options.traceparent } : {}),
    idempotencyKey: 'run-1/node',
    signal: options.signal ?? new AbortController().signal,
    timeoutMs: options.timeoutMs ?? 10_000,
    logs,
    files,
    deltas,
    secret(name) {
      const value = options.secrets?.[name];
      if (value === undefined) throw new CodedError('SECRET_MISSING', `The secret ${name} is not set.`);
      return value;
    },
    async saveArtifact({ name, mimeType, bytes }) {
      const artifact: Artifact = { artifactId: randomUUID(), name, mimeType, path: `artifacts/${name}` };
      files.set(artifact.artifactId, { artifact, bytes: Buffer.from(bytes) });
      return artifact;
    },
    async readArtifact(artifactId) {
      const file = files.get(artifactId);
      if (file === undefined) throw new CodedError('NOT_FOUND', `There is no artifact ${artifactId}.`);
      return file.bytes;
    },
    log: (level, text) => void logs.push(`${level}: ${text}`),
    delta: (text) => void deltas.push(text),
  };
}
