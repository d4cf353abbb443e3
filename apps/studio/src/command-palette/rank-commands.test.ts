import { describe, expect, it } from 'vitest';
import { type Rankable, rankCommands } from './rank-commands';

const COMMANDS: readonly Rankable[] = [
  { group: 'actions', label: 'Run the draft' },
  { group: 'actions', label: 'Publish' },
  { group: 'actions', label: 'Delete and reconnect' },
  { group: 'nodes', label: 'Fetch sales', words: 'sales_2' },
  { group: 'nodes', label: '销售数据', words: 'sales' },
  { group: 'add', label: 'HTTP request', words: 'http Calls a web address' },
  { group: 'pages', label: 'Runs' },
  { group: 'workflows', label: 'Topic report', words: 'report_generation' },
];

describe('the commands that fit a text', () => {
  it.each([
    ['', COMMANDS.map(({ label }) => label)],
    ['run', ['Run the draft', 'Runs']],
    ['sales', ['销售数据', 'Fetch sales']],
    ['销售', ['销售数据']],
    ['report', ['Topic report']],
    ['rec del', ['Delete and reconnect']],
    ['web', ['HTTP request']],
    ['pbl', ['Publish']],
    ['zz', []],
    ['pub zz', []],
  ])('%j gives %j', (text, labels) => {
    expect(rankCommands(COMMANDS, text).map(({ label }) => label)).toEqual(labels);
  });

  it('keeps the groups together, the one with the best first', () => {
    const found = rankCommands(COMMANDS, 're');
    const groups = found.map(({ group }) => group);
    expect(groups).toEqual([...groups].sort((a, b) => groups.indexOf(a) - groups.indexOf(b)));
    expect(rankCommands(COMMANDS, 'runs')[0]?.label).toBe('Runs');
  });

  it('does not let one group push the others out of sight', () => {
    const nodes = Array.from({ length: 500 }, (_, at) => ({ group: 'nodes' as const, label: `Run ${at}` }));
    const found = rankCommands([...COMMANDS, ...nodes], 'run');
    expect(found.length).toBeLessThan(60);
    expect(found.some(({ label }) => label === 'Runs')).toBe(true);
  });
});
