import type { JsonObject, JsonValue } from './json';

/** A stored file. `path` is where a sandbox would see it; the name is display text and may be any Unicode. */
export interface Artifact {
  readonly artifactId: string;
  readonly name: string;
  readonly mimeType: string;
  readonly path: string;
}

export interface RunWarning {
  readonly code: string;
  readonly message: string;
  readonly nodeId?: string;
}

/** What every node yields. `data` is what expressions read as `nodes.<id>.data`. */
export interface NodeResult {
  readonly data: JsonObject;
  readonly messages: readonly JsonValue[];
  readonly artifacts: readonly Artifact[];
  readonly metadata: JsonObject;
  readonly warnings: readonly RunWarning[];
}

export function nodeResult(data: JsonObject, rest: Partial<Omit<NodeResult, 'data'>> = {}): NodeResult {
  return {
    data,
    messages: rest.messages ?? [],
    artifacts: rest.artifacts ?? [],
    metadata: rest.metadata ?? {},
    warnings: rest.warnings ?? [],
  };
}
