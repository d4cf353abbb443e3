/* What an error of the client says of the Redis behind it. */

/** Redis answered, and what it says is no. While it reads its data from disk it is on its way back instead. */
export function isReply({ name, message }: Error): boolean {
  return (name === 'ReplyError' || /^Ready check failed: /.test(message)) && !/LOADING/.test(message);
}

/** The connection stands and nothing comes back, as from a process that hangs. */
export function isSilence({ message }: Error): boolean {
  return message === 'Command timed out';
}

/** Nobody is there to answer. */
export function isUnreachable(error: NodeJS.ErrnoException): boolean {
  return error.syscall !== undefined || error.name === 'AggregateError';
}

/** What it says, and what to do about what is said most. */
export function denial({ message }: Error): string {
  const said = message.replace(/^Ready check failed: /, '').replace(/\.$/, '');
  if (/AUTH|WRONGPASS|invalid password/.test(said))
    return `authentication failed: ${said}. Check the user and the password in REDIS_URL`;
  if (/NOPERM/.test(said)) return `the user of REDIS_URL may not do what is needed: ${said}`;
  return `it refuses commands: ${said}`;
}
