/** The text of an iteration path in SQL and in ids: "" at top level, "2.0" for iteration 0 inside iteration 2. */
export function pathText(path: readonly number[] | undefined): string {
  return path === undefined || path.length === 0 ? '' : path.join('.');
}

export function parsePathText(text: string): number[] {
  return text === '' ? [] : text.split('.').map(Number);
}

/**
 * The id of a node run, unique within its run: node id, iteration path and attempt. It is what answer routes call
 * `stepId`. Node ids hold no `.` or `~`, so it reads back.
 */
export function nodeRunId(nodeId: string, path: readonly number[] | undefined, attempt: number): string {
  return `${nodeId}~${pathText(path)}~${attempt}`;
}

export function parseNodeRunId(
  text: string,
): { nodeId: string; path: number[]; attempt: number } | undefined {
  const match = /^([\p{L}\p{N}_-]{1,64})~((?:\d+(?:\.\d+)*)?)~([1-9]\d*)$/u.exec(text);
  return match ? { nodeId: match[1]!, path: parsePathText(match[2]!), attempt: Number(match[3]) } : undefined;
}
