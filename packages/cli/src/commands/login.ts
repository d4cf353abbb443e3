import { EXIT, type ExitCode, UsageError } from '../exit-code';
import { findService } from '../service';
import type { Terminal } from '../terminal';

/** Prints a link that signs its opener in to the studio once, within ten minutes. */
export async function login(home: string, terminal: Terminal): Promise<ExitCode> {
  const service = await findService(home);
  if (service === undefined) throw new UsageError(`No service runs for ${home}. Start it with: npm start`);
  terminal.out((await service.client.createSignInLink()).url);
  return EXIT.completed;
}
