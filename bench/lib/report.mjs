/** The results as Markdown, with the targets beside what was reached. */
import { table } from '../peers/lib/table.mjs';
import { WORKLOADS } from '../peers/lib/workloads.mjs';
import { DISTURBED_CORES } from './quiet.mjs';

const OURS = 'ours:embedded';
/** At least so many times as many runs a second as each, and what is aimed for. */
const AGAINST = [
  {
    peer: 'restate:default',
    name: 'Restate',
    times: { w1: [10, 20], w2: [20, 50], w3: [10, 20], w4: [12, 28], w5: [10, 20], w6: [4, 7] },
  },
  {
    peer: 'nodered:default',
    name: 'Node-RED',
    times: { w1: [1, 2], w2: [2, 4], w3: [1, 2], w4: [1.2, 2.5], w5: [1, 2], w6: [1.7, 3] },
  },
];

export function report({ peers, own, command }) {
  const parts = [`Measured by \`${command}\`.`];
  if (peers) parts.push(comparison(peers), targets(peers, own), '## Every cell', table(peers));
  else if (own) parts.push(targets(undefined, own));
  if (own) parts.push(ownTables(own));
  return `${parts.join('\n\n')}\n`;
}

const number = (value, digits = 0) =>
  value === undefined || value === null || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const rows = (header, lines) =>
  [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const cellsOf = (peers, peer, workload) =>
  peers.peers[peer]?.workloads?.[workload]?.filter((row) => row.runs > 0) ?? [];
const bestOf = (peers, peer, workload) =>
  cellsOf(peers, peer, workload).reduce(
    (best, row) => (row.runsPerSec > (best?.runsPerSec ?? 0) ? row : best),
    undefined,
  );
const singleOf = (peers, peer, workload) => cellsOf(peers, peer, workload).find((row) => row.conc === 1);
const mark = (row) => (row && row.otherCores > DISTURBED_CORES ? '*' : '');

const star = ({ busyCores }) => (busyCores > DISTURBED_CORES ? '*' : '');

function comparison(peers) {
  const names = Object.keys(peers.peers);
  const workloads = [...new Set(names.flatMap((name) => Object.keys(peers.peers[name].workloads ?? {})))];
  const lines = workloads.map((workload) => [
    workload,
    ...names.flatMap((name) => {
      const best = bestOf(peers, name, workload);
      const single = singleOf(peers, name, workload);
      return [
        `${number(best?.runsPerSec)}${mark(best)}`,
        `${number(single?.p50, 1)}${mark(single)}`,
        number(cpuMsPerRun(best, workload), 2),
      ];
    }),
  ]);
  const header = ['workload', ...names.flatMap((name) => [`${name}: runs/s`, 'p50 ms', 'CPU ms'])];
  return `Runs per second at saturation, p50 of a run alone, and CPU per run of engine and database at saturation (the figure that other work on the machine disturbs least).\n\n${rows(header, lines)}\n\n\\* disturbed: something else took more than ${DISTURBED_CORES} cores meanwhile.`;
}

const cpuMsPerRun = (row, workload) =>
  row && (row.cpuPer1kNodes + row.dbCpuPer1kNodes) * WORKLOADS[workload].nodes;

function targets(peers, own) {
  const lines = [];
  const add = (what, value, digits, must, aim, disturbed = '') =>
    lines.push([what, value === undefined ? '–' : `${number(value, digits)}${disturbed}`, must, aim]);
  if (peers) {
    for (const { workload, name, theirs, must, aim } of comparisons(peers)) {
      const ours = bestOf(peers, OURS, workload);
      const times = theirs && ours ? ours.runsPerSec / theirs.runsPerSec : undefined;
      add(`${workload}, times ${name}`, times, 2, must, aim, mark(ours) || mark(theirs));
    }
    for (const [workload, must, aim] of [
      ['w1', 1.5, 0.8],
      ['w2', 2, 1],
      ['w6', 3, 1.5],
    ]) {
      const single = singleOf(peers, OURS, workload);
      add(`${workload}, p50 of a single run, ms`, single?.p50, 1, must, aim, mark(single));
    }
    for (const [workload, must, aim] of [
      ['w2', 0.012, 0.006],
      ['w1', 0.045, 0.02],
    ]) {
      const best = bestOf(peers, OURS, workload);
      add(
        `${workload}, CPU s per 1,000 nodes, engine and database`,
        best && best.cpuPer1kNodes + best.dbCpuPer1kNodes,
        4,
        must,
        aim,
      );
    }
    for (const [workload, must, aim] of [
      ['w1', 2.5, 1],
      ['w2', 5, 2.2],
    ]) {
      const best = bestOf(peers, OURS, workload);
      add(`${workload}, WAL per run, KB`, best?.walPerRun && best.walPerRun / 1000, 2, must, aim);
    }
  }
  if (own) {
    const { commits, nodeCost, starts } = own;
    add('commits per pure run, awaited', commits.perPureRunAwaited, 2, 1, 1);
    add('commits per pure run, not awaited', commits.perPureRunNotAwaited, 2, 2, 2);
    add('commits per effectful node', commits.perEffectfulNode, 2, 1.2, 1.2);
    const [small, , large] = nodeCost.sizes;
    const growth = large.cpuUsPerNode / small.cpuUsPerNode;
    add('cost per node at 5,000 nodes, times that at 50', growth, 2, 1.2, 1, star(nodeCost));
    add(
      'start to first finished run, prepared, s',
      starts.prepared.firstRunMs / 1000,
      2,
      1.5,
      1,
      star(starts),
    );
    add('idle PSS of all processes, MiB', starts.idleMiB.service + starts.idleMiB.database, 0, 260, 200);
  }
  return `## Targets\n\n${rows(['what', 'reached', 'must', 'aim'], lines)}`;
}

/** What is promised against each peer that was measured. */
const comparisons = (peers) =>
  AGAINST.filter(({ peer }) => peers.peers[peer]).flatMap(({ peer, name, times }) =>
    Object.entries(times).map(([workload, [must, aim]]) => ({
      workload,
      name,
      theirs: bestOf(peers, peer, workload),
      must,
      aim,
    })),
  );

function ownTables({ starts, commits, nodeCost, floor }) {
  const busy = ({ busyCores }) =>
    busyCores > DISTURBED_CORES ? `${number(busyCores, 2)} (disturbed)` : number(busyCores, 2);
  const values = rows(
    ['what', 'value', 'other cores busy'],
    [
      [
        'start on an empty folder: ready / first run',
        `${number(starts.emptyHome.readyMs)} / ${number(starts.emptyHome.firstRunMs)} ms`,
        busy(starts),
      ],
      [
        `start when prepared, median of ${starts.prepared.rounds}: ready / first run`,
        `${number(starts.prepared.readyMs)} / ${number(starts.prepared.firstRunMs)} ms`,
        '',
      ],
      [
        'idle PSS: service / database',
        `${number(starts.idleMiB.service)} / ${number(starts.idleMiB.database)} MiB`,
        '',
      ],
      [
        'commits of a pure run: awaited / not awaited',
        `${number(commits.perPureRunAwaited, 2)} / ${number(commits.perPureRunNotAwaited, 2)}`,
        busy(commits),
      ],
      ['commits of a run of ten calls', number(commits.perRunOfTenCalls, 2), ''],
      ['commits per second of the idle service', number(commits.idlePerSecond, 2), ''],
      [
        'floor: commits/s of one row, 1 / 8 connections',
        Object.values(floor.commitsPerSecond)
          .map((value) => number(value))
          .join(' / '),
        busy(floor),
      ],
    ],
  );
  const costs = rows(
    ['nodes in the chain', 'run, ms', 'CPU µs per node, engine and database', 'time µs per node'],
    nodeCost.sizes.map(({ size, runMs, cpuUsPerNode, wallUsPerNode }) => [
      number(size),
      number(runMs, 1),
      number(cpuUsPerNode, 2),
      number(wallUsPerNode, 2),
    ]),
  );
  const empty = `A run without such nodes: ${number(nodeCost.emptyRun.wallMs, 2)} ms, ${number(nodeCost.emptyRun.cpuMs, 2)} ms CPU; it is subtracted. Other cores busy: ${busy(nodeCost)}.`;
  return `## This product alone\n\n${values}\n\n${costs}\n\n${empty}`;
}
