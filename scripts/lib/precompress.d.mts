/** Writes a `.br` and a `.gz` beside each file of text below `folder`, an absolute path, unless it is small. */
export function precompress(folder: string): Promise<void>;
