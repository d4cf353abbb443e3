import { RUN_STATUSES, type RunStatus } from '@weftwork/schema';
import type { RunSummary } from '@weftwork/sdk';
import { EXIT, type ExitCode, UsageError } from '../exit-code';
import { findWorkflow } from '../find-workflow';
import { finishRun } from '../finish-run';
import { followRun } from '../follow-run';
import { listenForInterrupt } from '../interrupt';
import type { Service } from '../service';
import type { Style, Terminal } from '../terminal';
import { type RunFlags, readAnswers, saveOf } from './run';

export interface RunsFlags {
  readonly status?: string;
  readonly workflow?: string;
  readonly limit: number;
  readonly json: boolean;
}

/** Lists runs, newest first. */
export async function listRuns(flags: RunsFlags, service: Service, terminal: Terminal): Promise<ExitCode> {
  try {
    const { client } = service;
    const { items: runs } = await client.listRuns({
      limit: flags.limit,
      ...(flags.status === undefined ? {} : { status: statuses(flags.status) }),
      ...(flags.workflow === undefined
        ? {}
        : { workflowId: (await findWorkflow(client, flags.workflow)).id }),
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
  flags: Pick<RunFlags, 'answers' | 'json' | 'save'>,
  service: Service,
  terminal: Terminal,
): Promise<ExitCode> {
  const interrupt = listenForInterrupt();
  try {
    await service.client.getRun(runId);
    const answers = await readAnswers(flags.answers);
    const options = { client: service.client, terminal, answers, json: flags.json, signal: interrupt.signal };
    await followRun(runId, options);
    return await finishRun(service, runId, { ...options, ...saveOf(flags) });
  } finally {
    interrupt.stop();
    await service.close();
  }
}

function statuses(list: string): RunStatus[] {
  return list.split(',').map((name) => {
    const status = RUN_STATUSES.find((known) => known === name.trim());
    if (status === undefined) throw new UsageError(`--status knows ${RUN_STATUSES.join(', ')}.`);
    return status;
  });
}

const STATUS_STYLE: Partial<Record<RunStatus, Style>> = {
  completed: 'green',
  failed: 'red',
  awaiting_input: 'yellow',
  cancelled: 'dim',
};

function runLine(run: RunSummary, terminal: Terminal): string {
  const status = terminal.style(STATUS_STYLE[run.status] ?? 'cyan', run.status.padEnd(16));
  const at = (run.createdAt ?? '').slice(0, 19).replace('T', ' ');
  return `${run.id}  ${status}  ${at}  ${run.workflowName} (${run.version})`;
}
