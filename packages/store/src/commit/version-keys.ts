import { CodedError } from '@weftwork/schema';
import type { Pool } from 'pg';
import { isUuid } from '../binary-arrays';
import type { VersionKeys } from './commit-entry';

/** Versions are immutable, so what is known stays true. The bound keeps memory flat under many test versions. */
const LIMIT = 5_000;

/** Finds the short keys of versions, at most once per version and process. */
export interface VersionKeyCache {
  /** Undefined when they are not known yet: then `load`. */
  get(versionId: string): VersionKeys | undefined;
  /** Those of each id in turn, undefined where there was none. Throws `NOT_FOUND`. */
  load(versionIds: readonly (string | undefined)[]): Promise<(VersionKeys | undefined)[]>;
}

export function createVersionKeyCache(pool: Pool): VersionKeyCache {
  const known = new Map<string, VersionKeys>();
  const forgetOldest = (count: number): void => {
    for (const id of [...known.keys()].slice(0, count)) known.delete(id);
  };
  return {
    get: (versionId) => known.get(versionId),
    async load(versionIds) {
      const wanted = versionIds.filter((id) => id !== undefined);
      const missing = wanted.filter((id) => !known.has(id));
      const { rows } = await pool.query<{ id: string; key: number; workflow_key: number; settings: string }>(
        'SELECT id, key, workflow_key, settings FROM workflow_versions WHERE id = ANY($1::uuid[])',
        [missing.filter(isUuid)],
      );
      if (known.size + rows.length > LIMIT) forgetOldest(rows.length);
      for (const row of rows)
        known.set(row.id, { versionKey: row.key, workflowKey: row.workflow_key, settings: row.settings });
      const absent = missing.find((id) => !known.has(id));
      if (absent !== undefined)
        throw new CodedError('NOT_FOUND', `There is no workflow version ${absent} to run.`);
      return versionIds.map((id) => (id === undefined ? undefined : known.get(id)));
    },
  };
}
