import type { NewRun } from '@weftwork/runtime';
import { describe, expect, it } from 'vitest';
import type { Log } from './log';
import { createLogObserver } from './log-observer';

const LEVELS = ['debug', 'info', 'warn', 'error'];
const RUN = {
  runId: 'r-1',
  workflowId: 'w',
  workspaceId: 's',
  input: { password: 'hunter22' },
  parent: { runId: 'r-0' },
  origin: { rootRunId: 'r-root' },
} as unknown as NewRun;
const STEP = { nodeId: 'call', path: '', attempt: 2 };

function linesAt(level: string): [string, Record<string, unknown>][] {
  const lines: [string, Record<string, unknown>][] = [];
  const from = LEVELS.indexOf(level);
  const write = (at: string) => (fields: object) => {
    if (from >= 0 && LEVELS.indexOf(at) >= from) lines.push([at, fields as Record<string, unknown>]);
  };
  const log: Log = {
    isLevelEnabled: (at) => from >= 0 && LEVELS.indexOf(at) >= from,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  const observer = createLogObserver(log);
  observer?.runAdmitted(RUN);
  observer?.runClaimed(RUN, false);
  observer?.runClaimed(RUN, true);
  observer?.attemptEnded({ ...STEP, runId: 'r-1', nodeType: 'http', ms: 3, outcome: 'failed' });
  observer?.outcomeUnknown('r-1', STEP);
  observer?.leaseLost('r-1');
  observer?.runEnded({
    runId: 'r-1',
    status: 'failed',
    ms: 9,
    error: { code: 'X', message: 'hunter22', nodeId: 'call' },
  });
  observer?.commitSent(1, 1);
  return lines;
}

describe('what is logged of runs', () => {
  it.each([
    ['silent', []],
    ['error', []],
    ['warn', ['warn', 'warn']],
    ['info', ['info', 'warn', 'warn', 'info']],
    ['debug', ['debug', 'debug', 'info', 'debug', 'warn', 'warn', 'info']],
  ])('is a line for each matter that the level %s asks for', (level, expected) => {
    expect(linesAt(level).map(([at]) => at)).toEqual(expected);
  });

  it('names the run in every line, and the node where there is one', () => {
    const lines = linesAt('debug').map(([, fields]) => fields);
    for (const fields of lines) expect(fields).toMatchObject({ runId: 'r-1' });
    expect(lines[0]).toMatchObject({ workflowId: 'w', parentRunId: 'r-0', rootRunId: 'r-root' });
    expect(lines.filter(({ node }) => node === 'call')).toHaveLength(3);
  });

  it('holds no input and no message of a node', () => {
    expect(JSON.stringify(linesAt('debug'))).not.toContain('hunter22');
  });
});
