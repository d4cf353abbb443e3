/** Builds what is stale among the named targets (all by default): `sandbox`, `server`, `worker`, `local-postgres`, `cli`, `studio`. */
export function buildStale(names?: readonly string[]): Promise<void>;
/** Bundles one of our entries into `outfile`, both relative to the root; packages from npm stay outside. */
export function buildBundle(entry: string, outfile: string): Promise<void>;
