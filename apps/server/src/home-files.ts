import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CodedError } from '@weftwork/schema';

const TOKEN_FILE = 'token';
const SERVICE_FILE = 'service.json';

/** How the command line finds the running service of a home. */
export interface ServiceFile {
  readonly url: string;
  readonly pid: number;
}

export async function ensureHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const { message } = cause as Error;
    throw new CodedError(
      'CONFIGURATION_INVALID',
      `The home ${home} cannot be made (${message}). Choose another with --home.`,
      {
        cause,
      },
    );
  }
}

/** The owner's token of a home: the one given, else the one kept, else a new one. Only its owner may read the file. */
export async function ensureToken(home: string, given: string | undefined): Promise<string> {
  const path = join(home, TOKEN_FILE);
  if (given !== undefined) return given;
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(path, 0o600);
  }
  const token = (await readFile(path, 'utf8')).trim();
  if (token !== '') return token;
  await rm(path);
  return ensureToken(home, given);
}

export async function writeServiceFile(home: string, service: ServiceFile): Promise<void> {
  const path = join(home, SERVICE_FILE);
  await writeFile(`${path}.${process.pid}`, `${JSON.stringify(service)}\n`, { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}

/** Removes the file if it is ours; a service that took the home over keeps its own. */
export async function removeServiceFile(home: string): Promise<void> {
  const service = await readServiceFile(home);
  if (service?.pid === process.pid) await rm(join(home, SERVICE_FILE), { force: true });
}

export async function readServiceFile(home: string): Promise<ServiceFile | undefined> {
  try {
    return JSON.parse(await readFile(join(home, SERVICE_FILE), 'utf8')) as ServiceFile;
  } catch {
    return undefined;
  }
}
