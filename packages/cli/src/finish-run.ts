import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isTerminal } from '@weftwork/schema';
import type { Run } from '@weftwork/sdk';
import { EXIT, type ExitCode } from './exit-code';
import type { FollowOptions } from './follow-run';
import type { Service } from './service';

/** Says how a run that was followed stands, and gives the exit code for it. */
export async function finishRun(
  service: Service,
  runId: string,
  options: FollowOptions & { readonly save?: string },
): Promise<ExitCode> {
  const { terminal, json } = options;
  const run = await service.client.getRun(runId);
  if (!isTerminal(run.status)) {
    const why = run.waitReason === undefined ? run.status : `${run.status}: ${run.waitReason}`;
    // A service of the command's own stops with it, and the run with that.
    const lead = service.isOwn
      ? `The run is kept (${why}); no service runs it now. To go on with it:`
      : `The run goes on without this command (${why}). To come back to it:`;
    terminal.err(`${lead}\n  npx weftwork runs ${runId}`);
    return EXIT.waiting;
  }
  if (!json) {
    for (const warning of run.warnings) {
      terminal.err(`${terminal.style('yellow', 'warning')} ${warning.code}: ${warning.message}`);
    }
    if (run.output !== undefined) terminal.out(JSON.stringify(run.output, null, 2));
  }
  await leaveArtifacts(service, run, options);
  return run.status === 'completed' ? EXIT.completed : EXIT.failed;
}

async function leaveArtifacts(
  service: Service,
  run: Run,
  { save, terminal, json }: FollowOptions & { readonly save?: string },
): Promise<void> {
  if (save !== undefined && run.artifacts.length > 0) await mkdir(save, { recursive: true });
  const taken = new Set<string>();
  for (const { artifactId, name } of run.artifacts) {
    if (save !== undefined) {
      const file = join(save, freeName(basename(name), taken));
      await writeFile(file, (await service.client.getArtifact(artifactId)).bytes);
      terminal.err(`saved ${file}`);
    } else if (!json) {
      const where = service.isOwn
        ? `npx weftwork runs ${run.id} --save .`
        : service.client.artifactUrl(artifactId);
      terminal.err(`▣ ${name}  ${terminal.style('dim', where)}`);
    }
  }
}

/** Two artifacts of a run may have the same name. */
function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = name.replace(/(\.[^.]*)?$/, (ending) => ` ${n}${ending}`);
  taken.add(free);
  return free;
}
