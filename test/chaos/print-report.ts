import type { ChaosReport } from './run-chaos';

/** The table that ends a chaos run; at most a few lines for each thing that is wrong. */
export function printReport(report: ChaosReport): string {
  const lines: [string, string | number][] = [
    ['seed', report.seed],
    ['runs accepted', report.accepted],
    ['runs stored, children included', report.runs],
    ['nodes ended', report.nodes],
    ['calls the sink saw', report.calls],
    ['outcomes settled by a person', report.unknowns],
    ['claims beyond the first of a run', report.takeovers],
    ['seconds until all had ended', (report.drainedMs / 1000).toFixed(1)],
    ...Object.entries(report.faults).map(([fault, count]): [string, number] => [fault, count]),
    ...Object.entries(report.wrong).map(([name, found]): [string, number] => [name, found.length]),
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const examples = Object.values(report.wrong).flatMap((found) => found.slice(0, 8));
  return [...lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`), ...examples].join('\n');
}
