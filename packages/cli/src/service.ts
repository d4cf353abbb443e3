import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type WeftworkClient } from '@weftwork/sdk';
import { UsageError } from './exit-code';
import { startOwnService } from './own-service';
import type { Terminal } from './terminal';

/** A service that a command talks to. */
export interface Service {
  readonly client: WeftworkClient;
  readonly url: string;
  /** Started by this command, and stopped with it. */
  readonly isOwn: boolean;
  close(): Promise<void>;
}

/** The running service of a home, else one that lives as long as the command. */
export async function openService(home: string, terminal: Terminal): Promise<Service> {
  return (await findService(home)) ?? startOwnService(home, terminal);
}

/** The running service of a home; undefined when there is none. */
export async function findService(home: string): Promise<Service | undefined> {
  const url = await runningUrl(home);
  if (url === undefined) return undefined;
  const token = await tokenOf(home);
  return { client: createClient({ baseUrl: url, token }), url, isOwn: false, close: async () => {} };
}

const HEALTH_TIMEOUT_MS = 3000;

async function runningUrl(home: string): Promise<string | undefined> {
  const text = await readIfThere(join(home, 'service.json'));
  if (text === undefined) return undefined;
  try {
    const { url } = JSON.parse(text) as { url: string };
    const answer = await fetch(new URL('/api/v1/health', url), {
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    return answer.ok ? url : undefined;
  } catch {
    return undefined; // left behind by a service that was killed
  }
}

async function tokenOf(home: string): Promise<string> {
  const token = process.env.WEFTWORK_TOKEN || (await readIfThere(join(home, 'token')))?.trim();
  if (token) return token;
  throw new UsageError(`A service runs for ${home}, but its token cannot be read. Set WEFTWORK_TOKEN.`);
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}
