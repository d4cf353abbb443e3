import type { Service } from './service';
import type { Terminal } from './terminal';
export async function startOwnService(home: string, terminal: Terminal): Promise<Service> {
  throw new Error(home + terminal.canAsk);
}
