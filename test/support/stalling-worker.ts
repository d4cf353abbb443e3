import { setCrashHook } from '@weftwork/runtime';
import { compose, openLog, parseSettings } from '../../apps/worker/src';

/*
 * The real worker, whose event loop is busy for so long right after its first call was answered. Started by
 * `takeovers.test.ts` as a process of its own; never part of a build.
 */

let stalled = false;
setCrashHook((point) => {
  if (point !== 'after-effect' || stalled) return;
  stalled = true;
  const until = performance.now() + Number(process.env.STALL_MS);
  while (performance.now() < until);
});

const settings = parseSettings([], process.env as Record<string, string>);
if (settings === 'help') throw new Error('not asked for');
const worker = await compose(settings, openLog(settings));
await worker.start();
process.stdout.write('ready\n');
