import type { NewRun, RunObserver } from '@weftwork/runtime';
import type { Log } from './log';

const nothing = () => {};

/**
 * One line for each matter in the life of a run, with its id and, where there is one, the node: `warn` for what
 * somebody may have to look at, `info` for ends and takeovers, `debug` for every admission, claim and attempt.
 * No inputs, no outputs, no messages of nodes: they may hold anything. Undefined when the level lets nothing through.
 */
export function createLogObserver(log: Log): RunObserver | undefined {
  if (!log.isLevelEnabled('warn')) return undefined;
  const [info, debug] = [log.isLevelEnabled('info'), log.isLevelEnabled('debug')];
  return {
    runAdmitted: debug ? (run) => log.debug(labelsOf(run), 'a run was admitted') : nothing,
    runClaimed: info
      ? (run, takeover) => {
          if (takeover) log.info(labelsOf(run), 'a run was taken over: the lease of its owner ran out');
          else log.debug(labelsOf(run), 'a run was claimed');
        }
      : nothing,
    runEnded: info
      ? ({ runId, status, ms, error }) =>
          log.info(
            { runId, status, ms, ...(error && { code: error.code, node: error.nodeId }) },
            `a run ended: ${status}`,
          )
      : nothing,
    outcomeUnknown: (runId, { nodeId, path, attempt }) =>
      log.warn({ runId, node: nodeId, path, attempt }, 'nobody knows whether a call was done; settle it'),
    leaseLost: (runId) => log.warn({ runId }, 'the lease of a run was lost; another process goes on with it'),
    attemptEnded: debug
      ? ({ runId, nodeId, path, attempt, nodeType, ms, outcome }) =>
          log.debug({ runId, node: nodeId, path, attempt, nodeType, ms, outcome }, 'an attempt ended')
      : nothing,
    commitSent: nothing,
    streamOpened: nothing,
    streamClosed: nothing,
    eventStreamed: nothing,
  };
}

function labelsOf({ runId, workflowId, workspaceId, origin, parent }: NewRun): object {
  return {
    runId,
    workflowId,
    workspaceId,
    ...(parent && { parentRunId: parent.runId }),
    ...(origin?.rootRunId && { rootRunId: origin.rootRunId }),
  };
}
