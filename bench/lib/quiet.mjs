/** How much of the machine something else took while we measured: figures above the limit are marked. */
import { cpuSeconds, systemCpu } from '../peers/lib/proc.mjs';

export const DISTURBED_CORES = 0.3;

/** Starts to watch; the answer gives the cores that neither `roots` nor this process used since then. */
export function watchOthers(roots) {
  const startedAt = performance.now();
  const all = systemCpu();
  const ours = cpuSeconds(roots());
  const self = process.cpuUsage();
  return () => {
    const used = process.cpuUsage(self);
    const busy = systemCpu() - all - (cpuSeconds(roots()) - ours) - (used.user + used.system) / 1e6;
    return Math.max(0, busy / ((performance.now() - startedAt) / 1000));
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
