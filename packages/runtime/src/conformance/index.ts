import { describeCommit } from './commit.conformance';
import { describeDefinitions } from './definitions.conformance';
import { describeDue } from './due.conformance';
import { describeFacts } from './facts.conformance';
import { describeFilesAndAccess } from './files-and-access.conformance';
import type { StoreFactory } from './fixture';
import { describeInterleavings } from './interleavings.conformance';
import { describeLeases } from './leases.conformance';
import { describeLimits } from './limits.conformance';
import { describeOrigins } from './origins.conformance';
import { describeRunReader } from './run-reader.conformance';
import { describeSignals } from './signals.conformance';

import { describeWorkers } from './workers.conformance';

export * from './fixture';

/**
 * What every store must do, as tests: call it in a test file with a factory. Each suite opens a store of its own.
 * `rounds` is how many interleavings are tried.
 */
export function describeStoreConformance(name: string, open: StoreFactory, rounds = 30): void {
  describeCommit(name, open);
  describeLeases(name, open);
  describeFacts(name, open);
  describeDue(name, open);
  describeSignals(name, open);
  describeLimits(name, open);
  describeInterleavings(name, open, rounds);
  describeRunReader(name, open);
  describeDefinitions(name, open);
  describeFilesAndAccess(name, open);
  describeOrigins(name, open);
  describeWorkers(name, open);
}
