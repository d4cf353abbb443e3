import type { WeftworkClient } from '@weftwork/sdk';
import { EXIT, type ExitCode } from '../exit-code';
import { readJsonObject } from '../json-option';
import type { Service } from '../service';
import type { Terminal } from '../terminal';

export interface SignalFlags {
  readonly key: string;
  readonly payload?: string;
  readonly idempotencyId?: string;
  readonly json: boolean;
}

/** Sends a signal and says where it went. */
export async function sendSignal(
  name: string,
  flags: SignalFlags,
  open: () => Promise<Service>,
  terminal: Terminal,
): Promise<ExitCode> {
  const payload = flags.payload === undefined ? {} : await readJsonObject('--payload', flags.payload);
  const { key, idempotencyId } = flags;
  const service = await open();
  try {
    const sent = await service.client.sendSignal({
      ...{ name, key, payload },
      ...(idempotencyId === undefined ? {} : { idempotencyId }),
    });
    if (flags.json) terminal.out(JSON.stringify(sent));
    else for (const line of linesOf(sent)) terminal.out(line);
    return EXIT.completed;
  } finally {
    await service.close();
  }
}

function* linesOf(sent: Awaited<ReturnType<WeftworkClient['sendSignal']>>): Generator<string> {
  if (sent.duplicate) {
    yield `Sent before as signal ${sent.signalId}; nothing was delivered.`;
    return;
  }
  yield `Signal ${sent.signalId} is kept; delivered to ${sent.delivered.length} ${sent.delivered.length === 1 ? 'step' : 'steps'}.`;
  for (const { runId, stepId } of sent.delivered) yield `✓ ${runId}  ${stepId}`;
  for (const { runId, stepId, message } of sent.rejected) yield `✗ ${runId}  ${stepId}  ${message}`;
}
