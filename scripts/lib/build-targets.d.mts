/** Builds what is stale among the named targets (all by default): `sandbox`, `server`, `cli`, `studio`. */
export function buildStale(names?: readonly string[]): Promise<void>;
