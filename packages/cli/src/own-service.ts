import { createClient } from '@weftwork/sdk';
import type { Service } from './service';
import type { Terminal } from './terminal';

/** How long runs get to reach a safe point when the command ends; what does not goes on at the next start. */
const GRACE_MS = 2000;

/**
 * Starts a service in this process, without the pages, for as long as the command lives. The server is loaded only
 * here, since most commands find a running one.
 */
export async function startOwnService(home: string, terminal: Terminal): Promise<Service> {
  const { parseSettings, startService } = await import('@weftwork/server');
  const parsed = parseSettings(['--port', '0', '--home', home, '--no-open'], process.env);
  if (parsed === 'help') throw new Error('unreachable: no help was asked for');
  const service = await startService({
    settings: { ...parsed, studio: false },
    onProgress: (message) => terminal.err(terminal.style('dim', message)),
  });
  let lost: string | undefined;
  service.onFailure((reason) => {
    lost = reason;
    terminal.err(`The service must stop: ${reason}`);
    void service.stop({ graceMs: 0 }).finally(() => process.exit(2));
  });
  return {
    client: createClient({ baseUrl: service.url, token: service.token }),
    url: service.url,
    isOwn: true,
    async close() {
      if (lost === undefined) await service.stop({ graceMs: GRACE_MS });
    },
  };
}
