/** The commit before the one that brought the newest migration; undefined where the history does not go back so far. */
export function commitBeforeNewestMigration(): Promise<string | undefined>;
/** Checks the commit out into `folder` and bundles its programs. */
export function buildCommit(commit: string, folder: string): Promise<void>;
