import { type Command, decide, stopRun } from '@weftwork/engine';
import { finishChild } from './graph/perform-child';
import {
  enterLoop,
  finishIteration,
  finishLoop,
  recordLoopFailure,
  startIteration,
  testLoop,
} from './graph/perform-loop';
import {
  cancelNode,
  evaluateNode,
  executeNode,
  finishGate,
  openGate,
  settleUnknown,
  withdrawGate,
} from './graph/perform-node';
import { cancelRun, completeRun, failRun } from './graph/perform-run';
import type { Recorder } from './graph/recorder';

/*
 * Makes happen what the engine decides: each command is carried out by a function of `graph/`, which evaluates, records
 * what came out as events and folds them at once. Nothing here waits or writes to the store: the walker commits what
 * the recorder's journal holds, and only then do attempts and children start.
 */

/** What cannot be answered on the spot: the walker sees to it and an event comes later. */
export interface Outside {
  /** Ask a running attempt to stop; asked again it does nothing. */
  abortAttempt(command: Extract<Command, { kind: 'abortNode' }>): void;
  cancelChild(command: Extract<Command, { kind: 'cancelChild' }>): void;
  /** Look the child's version up; the answer is recorded when it is there. */
  prepareChild(command: Extract<Command, { kind: 'startChild' }>): void;
}

/**
 * Does all that can be done now: decide, carry out, record, fold, and decide again. Answers whether the run came to
 * its end, has to wait for something outside, or has more to do after `budget` commands.
 */
export function advanceRun(
  recorder: Recorder,
  outside: Outside,
  budget: number,
): 'ended' | 'waiting' | 'more' {
  const { state } = recorder.run;
  let done = 0;
  for (;;) {
    if (recorder.journal.transition) return 'ended';
    let progressed = false;
    const { stops } = state;
    for (const command of decide(state)) {
      if (perform(recorder, outside, command)) progressed = true;
      done += 1;
      // A stop makes what was decided before it stale.
      if (state.stops !== stops) break;
    }
    if (recorder.journal.transition) return 'ended';
    if (!progressed) return 'waiting';
    if (done >= budget) return 'more';
  }
}

/** Carries out one command; false when its answer comes later. */
function perform(recorder: Recorder, outside: Outside, command: Command): boolean {
  switch (command.kind) {
    case 'evaluateNode':
      evaluateNode(recorder, command.scope, command.node);
      return true;
    case 'executeNode':
      executeNode(recorder, command);
      return true;
    case 'openGate':
      openGate(recorder, command);
      return true;
    case 'startChild':
      outside.prepareChild(command);
      return false;
    case 'enterLoop':
      enterLoop(recorder, command.scope, command.node);
      return true;
    case 'testLoop':
      testLoop(recorder, command.loop, command.index, command.atLimit);
      return true;
    case 'startIteration':
      startIteration(recorder, command.loop, command.index);
      return true;
    case 'completeIteration':
      finishIteration(recorder, command.loop, command.scope, command.error);
      return true;
    case 'completeLoop':
      finishLoop(recorder, command.loop, 'end');
      return true;
    case 'failLoop':
      recordLoopFailure(recorder, command.loop, command.error);
      return true;
    case 'skipNode':
      recorder.admitNode({ ...command, attempt: 1 }, 'node.skipped', { reason: command.reason });
      return true;
    case 'finishGate':
      finishGate(recorder, command.run);
      return true;
    case 'finishChild':
      finishChild(recorder, command.run);
      return true;
    case 'applySettlement':
      settleUnknown(recorder, command.run);
      return true;
    case 'abortNode':
      outside.abortAttempt(command);
      return false;
    case 'withdrawGate':
      withdrawGate(recorder, command.run);
      return true;
    case 'cancelChild':
      outside.cancelChild(command);
      return false;
    case 'cancelNode':
      cancelNode(recorder, command.run);
      return true;
    case 'stopRun':
      stopRun(recorder.run.state, command.error);
      return true;
    case 'completeRun':
      completeRun(recorder);
      return true;
    case 'failRun':
      failRun(recorder, command.error);
      return true;
    case 'cancelRun':
      cancelRun(recorder);
      return true;
  }
}
