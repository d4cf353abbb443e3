import { ENGINE_VERSION } from '@weftwork/engine';
import type { ErrorDetail, JsonObject } from '@weftwork/schema';
import type { PreparedVersion } from './graph/prepare-version';
import { uuidV7 } from './memory/uuid-v7';
import type { NewRun } from './ports';
import { applyDefaults, validateAgainst } from './validation/user-schema';

type OfVersion = 'workflowId' | 'versionId' | 'version' | 'graphHash' | 'settings';

/** A run of this version under a new id, its limits fixed as the version has them. */
export function newRunOf(
  version: PreparedVersion,
  now: number,
  rest: Omit<NewRun, 'runId' | 'engine' | OfVersion>,
): NewRun {
  return {
    runId: uuidV7(now),
    workflowId: version.workflowId,
    versionId: version.versionId,
    version: version.version,
    graphHash: version.graphHash,
    settings: version.settings,
    engine: ENGINE_VERSION,
    ...rest,
  };
}

/** The input as a run of this version would have it, and what does not fit. */
export function fitInput(
  version: PreparedVersion,
  given: JsonObject,
): { readonly input: JsonObject; readonly errors: readonly ErrorDetail[] } {
  const { inputSchema } = version.plan.graph;
  const input = applyDefaults(inputSchema, given) as JsonObject;
  return { input, errors: validateAgainst(inputSchema, input) };
}
