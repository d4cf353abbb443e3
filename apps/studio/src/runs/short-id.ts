/** Ids of runs are long; their end tells them apart. */
export const shortId = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id);
