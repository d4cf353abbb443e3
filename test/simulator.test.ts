import { simulate } from '@weftwork/runtime/simulator';
import { expect, it } from 'vitest';
import { CALM, type Calls, simulatedLoad, unlikeReference, wrongCalls } from './support/simulated-load';
import { WEATHER } from './support/weather';

/** A few here; `npm run simulate` tries as many as one has time for. */
const SEEDS = Number(process.env.WEFTWORK_SIMULATED_SEEDS ?? 8);
const FIRST = Number(process.env.WEFTWORK_SIMULATED_FIRST ?? 1);

it.each(Object.entries(WEATHER))(
  'every run comes to its end, once, under %s',
  async (_name, weather) => {
    const reference = await simulate({ ...CALM, seed: 0, load: simulatedLoad(60) });
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      const calls: Calls = new Map();
      const { violations, runs } = await simulate({ ...weather, seed, load: simulatedLoad(20, calls) });
      const found = [...violations, ...wrongCalls(runs, calls), ...unlikeReference(runs, reference.runs)];
      expect(found, `seed ${seed}`).toEqual([]);
      expect(runs.length).toBeGreaterThanOrEqual(20);
    }
  },
  20_000 + SEEDS * 2_000,
);

it('tells the same of the same seed', async () => {
  const tell = async () => {
    const { runs, endedAtMs, kills, pauses } = await simulate({
      ...WEATHER.everything!,
      seed: 7,
      load: simulatedLoad(20),
    });
    const told = runs.map(({ workflowId, status, events }) => [
      workflowId,
      status,
      events.map((e) => e.type),
    ]);
    return { told, endedAtMs, kills, pauses };
  };
  expect(await tell()).toEqual(await tell());
});
