import { type CrashPoint, setCrashHook } from '@weftwork/runtime';
import { parseSettings, startService } from '../../apps/server/src';

/*
 * The real service, which kills itself with SIGKILL when a crash point is passed for the nth time. Started by
 * `crash.test.ts` as a process of its own; never part of a build.
 */

const [point, nth] = (process.env.CRASH_AT ?? '').split(':');
let passed = 0;
if (point) {
  setCrashHook((reached: CrashPoint) => {
    if (reached !== point) return;
    passed += 1;
    if (passed === Number(nth)) process.kill(process.pid, 'SIGKILL');
  });
}

const settings = parseSettings(
  ['--port', '0', '--home', process.env.CRASH_HOME!, '--no-open'],
  process.env as Record<string, string>,
);
if (settings === 'help') throw new Error('not asked for');
const service = await startService({ settings: { ...settings, studio: false } });
process.stdout.write(`${JSON.stringify({ url: service.url, token: service.token })}\n`);
process.once('SIGTERM', () => void service.stop({ graceMs: 0 }).then(() => process.exit(0)));
