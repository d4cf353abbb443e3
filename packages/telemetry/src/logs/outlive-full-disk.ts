/**
 * A log that cannot be written must not end, or put in doubt, what it tells of: without a listener the stream throws
 * into whoever logs, even in the midst of a commit. There is nowhere left to say it, so lines are lost.
 *
 *     pino(options, outliveFullDisk(destination({ dest: path, sync: true })))
 */
export function outliveFullDisk<Stream extends { on(event: 'error', listener: () => void): unknown }>(
  stream: Stream,
): Stream {
  stream.on('error', () => {});
  return stream;
}
