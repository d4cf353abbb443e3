import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ownMetrics } from './own-metrics';
import { createTally } from './tally';

const page = readFileSync(new URL('../../../../docs/observability.md', import.meta.url), 'utf8');

it('documents every metric, and none that is not there', () => {
  const fleet = () => ({ workersAlive: 0, runsWithoutWorker: 0, problems: [] });
  const metrics = ownMetrics({
    tally: createTally(),
    fleet,
    activeRuns: () => 0,
    redisState: () => undefined,
  });
  const documented = [...page.matchAll(/^\| `(weftwork_\w+)` \|/gm)].map(([, name]) => name);
  expect(documented.sort()).toEqual(metrics.map(({ name }) => name).sort());
});
