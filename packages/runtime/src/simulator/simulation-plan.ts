import type { JsonObject } from '@weftwork/schema';
import type { NodeImplementations } from '../executor';
import type { MemoryStore } from '../memory';
import type { Chance } from './chance';
import type { StoreFaults } from './simulated-host';
import type { HintFaults } from './simulated-network';

/** A run that a client wants; asked for again under the same key until somebody answers. */
export interface WantedRun {
  readonly key: string;
  readonly workflowId: string;
  readonly input: JsonObject;
  /** Milliseconds after its start at which somebody cancels it. */
  readonly cancelAfterMs?: number;
}

/** An executor's way to the outside: a wait in virtual time, which a dead process never sees the end of. */
export interface SimulatedOutside {
  sleep(fromMs: number, toMs: number): Promise<void>;
  happens(probability: number): boolean;
}

/** What is run. The simulator knows no node types and no graphs. */
export interface SimulatedLoad {
  publish(store: MemoryStore, workspaceId: string): Promise<void>;
  nodes(outside: SimulatedOutside): NodeImplementations;
  runs(chance: Chance): readonly WantedRun[];
}

export interface SimulationPlan {
  readonly seed: number;
  readonly load: SimulatedLoad;
  /** Processes alive at a time; one that dies is replaced. */
  readonly processes: number;
  readonly slots?: number;
  readonly leaseMs?: number;
  /** Runs begin within this time. */
  readonly startsMs: number;
  /** Faults happen within this time; afterwards all must come to its end. */
  readonly faultsMs: number;
  readonly faults: {
    readonly store: StoreFaults;
    readonly hints: HintFaults;
    /** Milliseconds between kills and between pauses, on average; absent for none. */
    readonly killEveryMs?: number;
    readonly pauseEveryMs?: number;
    readonly pauseMs?: number;
    /** How far a process's clock may be off, either way. */
    readonly skewMs?: number;
  };
  /** Told what every process does with the store and what befalls it, to understand a violation. */
  readonly trace?: (line: string) => void;
}
