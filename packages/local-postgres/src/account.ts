import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { CodedError } from '@weftwork/schema';

/**
 * As whom PostgreSQL runs. It refuses to run as root, so root either runs it in a user namespace, where
 * it has another id while the files stay root's, or as an existing unprivileged user who owns the files.
 */
export type Account =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number };

const run = promisify(execFile);
const NAMESPACE_ARGS = ['-U', '--map-user=1000', '--map-group=1000'];

/** Chooses the account by who owns the data when there is some, else by what this machine allows. */
export async function chooseAccount(dataDir: string): Promise<Account> {
  const me = process.getuid?.();
  if (me === undefined) return { kind: 'self' };
  const owner = await stat(dataDir).catch(() => undefined);
  if (me !== 0) {
    if (owner !== undefined && owner.uid !== me) {
      throw new CodedError(
        'POSTGRES_UNAVAILABLE',
        `The database in ${dataDir} belongs to another user (id ${owner.uid}). Start as that user, or choose another folder with --home.`,
      );
    }
    return { kind: 'self' };
  }
  if (owner !== undefined && owner.uid !== 0) return { kind: 'user', uid: owner.uid, gid: owner.gid };
  if (await namespaceAllowed()) return { kind: 'namespace' };
  if (owner !== undefined) {
    throw new CodedError(
      'POSTGRES_UNAVAILABLE',
      `The database in ${dataDir} belongs to root, PostgreSQL does not run as root, and this machine allows no user namespaces. Give the folder to an ordinary user ("chown -R USER") and start again.`,
    );
  }
  return unprivilegedUser();
}

async function namespaceAllowed(): Promise<boolean> {
  return run('unshare', [...NAMESPACE_ARGS, 'true']).then(
    () => true,
    () => false,
  );
}

/** Whoever called sudo, else a user made for such things, else `nobody`. */
export async function unprivilegedUser(): Promise<Account> {
  const { SUDO_UID, SUDO_GID } = process.env;
  if (Number(SUDO_UID) > 0) return { kind: 'user', uid: Number(SUDO_UID), gid: Number(SUDO_GID ?? SUDO_UID) };
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'node', 'nobody']) {
    const found = users.find((fields) => fields[0] === name);
    if (found !== undefined) return { kind: 'user', uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new CodedError(
    'POSTGRES_UNAVAILABLE',
    'PostgreSQL does not run as root and no unprivileged user was found. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** The program and arguments that start `program` under the account. */
export function commandFor(account: Account, program: string, args: readonly string[]): [string, string[]] {
  return account.kind === 'namespace'
    ? ['unshare', [...NAMESPACE_ARGS, program, ...args]]
    : [program, [...args]];
}

/** The ids that `spawn` must switch to; none unless the account is another user. */
export function spawnIds(account: Account): { uid?: number; gid?: number } {
  return account.kind === 'user' ? { uid: account.uid, gid: account.gid } : {};
}
