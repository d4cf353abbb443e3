import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FleetWatch } from './fleet-watch';
import type { Clock, FleetSurvey, WorkerIdentity, WorkerRegistry } from './ports';

const EMPTY: FleetSurvey = { runs: {}, runnable: [], openGates: 0, openUnknowns: 0, workers: [] };
const other = (silentMs: number, ...engines: string[]) => ({
  workerId: 'other',
  name: 'host:2',
  engines: engines.length > 0 ? engines : ['1'],
  slots: 8,
  silentMs,
});
const SELF: WorkerIdentity = { workerId: 'self', name: 'host:1', engines: ['1'], slots: 8 };

/** Time goes on when told to; each look is let finish. */
function createTimeline() {
  let now = 0;
  let timers: { at: number; fire(): void }[] = [];
  const clock = {
    now: () => now,
    monotonic: () => now,
    setTimer(ms: number, fire: () => void) {
      const timer = { at: now + ms, fire };
      timers.push(timer);
      return {
        cancel() {
          timers = timers.filter((each) => each !== timer);
        },
      };
    },
    soon: (fire: () => void) => queueMicrotask(fire),
  } as Clock;
  async function pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0; left -= 1) {
      now += 1000;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((each) => each !== timer);
        timer.fire();
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { clock, pass, pending: () => timers.length };
}

describe('the watch over workers', () => {
  let survey: FleetSurvey;
  let isAway: boolean;
  let beats: string[];
  let time: ReturnType<typeof createTimeline>;
  let watch: FleetWatch;
  const registry: WorkerRegistry = {
    async beat({ workerId }) {
      beats.push(`beat ${workerId}`);
    },
    async leave(workerId) {
      beats.push(`leave ${workerId}`);
    },
    async survey() {
      if (isAway) throw new Error('connection refused');
      return survey;
    },
  };
  function open(self: WorkerIdentity | undefined, shared = true, alarmMs?: number): void {
    watch = new FleetWatch({
      registry,
      clock: time.clock,
      shared,
      trouble() {},
      ...(self && { self }),
      ...(alarmMs !== undefined && { alarmMs }),
    });
  }
  beforeEach(() => {
    survey = EMPTY;
    isAway = false;
    beats = [];
    time = createTimeline();
  });
  afterEach(() => watch.stop());

  const runnable = [{ runs: 3, oldestMs: 1_000 }];
  it.each<[string, WorkerIdentity | undefined, Partial<FleetSurvey>, number]>([
    ['nobody is alive', undefined, { runnable }, 3],
    ['the only worker is silent', undefined, { runnable, workers: [other(31_000)] }, 3],
    ['a worker is alive', undefined, { runnable, workers: [other(5_000)] }, 0],
    ['this process is the worker', SELF, { runnable }, 0],
    ['nothing could move', undefined, {}, 0],
    ['the living have another engine', SELF, { runnable: [{ runs: 2, engineVersion: '2' }] }, 2],
    [
      'one of the living has its engine',
      SELF,
      { runnable: [{ runs: 2, engineVersion: '2' }], workers: [other(0, '1', '2')] },
      0,
    ],
  ])('sounds the alarm as it should after a minute in which %s', async (_, self, seen, expected) => {
    survey = { ...EMPTY, ...seen };
    open(self);
    await watch.start();
    await time.pass(59);
    expect(watch.state.problems).toEqual([]);
    await time.pass(2);
    expect(watch.state.runsWithoutWorker).toBe(expected);
    expect(watch.state.problems.map(({ code }) => code)).toEqual(expected > 0 ? ['NO_ELIGIBLE_WORKER'] : []);
  });

  it('sounds it sooner, and looks as often as that needs, where it is told to', async () => {
    survey = { ...EMPTY, runnable };
    open(undefined, true, 4_000);
    await watch.start();
    await time.pass(3);
    expect(watch.state.problems).toEqual([]);
    await time.pass(1);
    expect(watch.state.runsWithoutWorker).toBe(3);
  });

  it('is quiet again once a worker came, and counts anew', async () => {
    survey = { ...EMPTY, runnable };
    open(undefined);
    await watch.start();
    await time.pass(50);
    survey = { ...EMPTY, runnable, workers: [other(0)] };
    await time.pass(10);
    survey = { ...EMPTY, runnable };
    await time.pass(50);
    expect(watch.state.problems).toEqual([]);
    await time.pass(30);
    expect(watch.state.runsWithoutWorker).toBe(3);
  });

  it('says that the database is away, and forgets it when it is back', async () => {
    isAway = true;
    open(SELF);
    await watch.start();
    expect(watch.state).toMatchObject({ problems: [{ code: 'STORAGE_UNAVAILABLE' }] });
    expect(watch.state.survey).toBeUndefined();
    isAway = false;
    await time.pass(10);
    expect(watch.state).toMatchObject({ survey: EMPTY, problems: [] });
  });

  it('is heard of every ten seconds and leaves when it stops', async () => {
    open(SELF);
    await watch.start();
    await time.pass(20);
    await watch.stop();
    await time.pass(20);
    expect(beats).toEqual(['beat self', 'beat self', 'beat self', 'leave self']);
    expect(time.pending()).toBe(0);
  });

  it('writes nothing where no other process shares the store', async () => {
    open(SELF, false);
    await watch.start();
    await watch.stop();
    expect(beats).toEqual([]);
  });
});
