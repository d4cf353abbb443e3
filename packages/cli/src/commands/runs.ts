import type { RunView } from '../api';
import { EXIT, type ExitCode } from '../exit-code';
import { finishRun } from '../finish-run';
import { followRun } from '../follow-run';
import { listenForInterrupt } from '../interrupt';
import type { Service } from '../service';
import type { Style, Terminal } from '../terminal';
import { type RunFlags, saveOf } from './run';

export interface RunsFlags {
  readonly status?: string;
  readonly workflow?: string;
  readonly limit: number;
  readonly json: boolean;
}

/** Lists runs, newest first. */
export async function listRuns(flags: RunsFlags, service: Service, terminal: Terminal): Promise<ExitCode> {
  try {
    const runs = await service.api.listRuns({
      limit: flags.limit,
      ...(flags.status === undefined ? {} : { status: flags.status }),
      ...(flags.workflow === undefined ? {} : { workflowId: flags.workflow }),
    });
    for (const run of runs) terminal.out(flags.json ? JSON.stringify(run) : runLine(run, terminal));
    if (runs.length === 0 && !flags.json) terminal.err('No runs.');
    return EXIT.completed;
  } finally {
    await service.close();
  }
}

/** Follows a run that exists already: prints what happened, asks what is open, waits for the end. */
export async function comeBack(
  runId: string,
  flags: Pick<RunFlags, 'json' | 'save'>,
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  try {
    await service.api.getRun(runId);
    const options = { api: service.api, terminal, json: flags.json, signal: interrupt.signal };
    await followRun(runId, options);
    return await finishRun(service, runId, { ...options, ...saveOf(flags) });
  } finally {
    interrupt.stop();
    await service.close();
  }
}

const STATUS_STYLE: Partial<Record<RunView['status'], Style>> = {
  completed: 'green',
  failed: 'red',
  awaiting_input: 'yellow',
  cancelled: 'dim',
};

function runLine(run: RunView, terminal: Terminal): string {
  const status = terminal.style(STATUS_STYLE[run.status] ?? 'cyan', run.status.padEnd(16));
  const at = (run.createdAt ?? '').slice(0, 19).replace('T', ' ');
  return `${run.id}  ${status}  ${at}  ${run.workflowName} (${run.version})`;
}
