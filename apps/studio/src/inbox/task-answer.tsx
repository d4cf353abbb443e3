'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isApiError } from '../api/http';
import { keys } from '../api/queries';
import { ErrorNotice } from '../ui/error-notice';
import { ProblemText } from '../ui/problem-text';
import { useToast } from '../ui/toast';
import { ApprovalAnswer } from './approval-answer';
import { FormAnswer } from './form-answer';
import type { OpenTask } from './open-tasks';
import { SettleAnswer } from './settle-answer';
import { SignalHelp } from './signal-help';
import { TaskContext } from './task-context';
import { Deadline, messageText, TASK_ICONS } from './task-words';

export interface AnswerProps {
  readonly task: OpenTask;
  /** Sends an answer; resolves to the server's refusal, or undefined once it is taken. */
  readonly send: (action: () => Promise<unknown>) => Promise<unknown>;
  readonly busy: boolean;
}

/** What a run waits for, whole: the question, what it rests on, and the means to answer it. */
export function TaskAnswer({ task, nodeName }: { task: OpenTask; nodeName: string }) {
  const t = useTranslations('runs');
  const Icon = TASK_ICONS[task.kind];
  return (
    <div className="task">
      <div className="task-body">
        <div className="task-kind t12 mut">
          <span className="nk nk-people" aria-hidden>
            <Icon className="i" />
          </span>
          {t(`task.${task.kind}`)} · {nodeName}
          <span className="sp" />
          <Deadline task={task} />
        </div>
        <TaskQuestion task={task} />
        <TaskContext task={task} />
      </div>
      <TaskReply task={task} />
    </div>
  );
}

/** The means to answer: buttons, a form, the three settlements, or how the signal is sent that it waits for. */
export function TaskReply({ task, onAnswered }: { task: OpenTask; onAnswered?: () => void }) {
  const t = useTranslations('runs');
  const cache = useQueryClient();
  const say = useToast();
  const answer = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => {
      say(t('task.sent'));
      onAnswered?.();
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.runs }),
  });
  const send = (action: () => Promise<unknown>) =>
    answer.mutateAsync(action).then(
      () => undefined,
      (error: unknown) => error,
    );
  const shared = { task, send, busy: answer.isPending };
  return (
    <>
      {answer.error && !isFieldProblem(answer.error) ? (
        <div className="task-body">
          <ErrorNotice error={answer.error} />
        </div>
      ) : null}
      {task.kind === 'approval' ? <ApprovalAnswer {...shared} /> : null}
      {task.kind === 'form' ? <FormAnswer {...shared} /> : null}
      {task.kind === 'unknown' ? <SettleAnswer {...shared} /> : null}
      {task.gate?.signal ? (
        <div className="task-body">
          <SignalHelp signal={task.gate.signal} schema={task.gate.schema} />
        </div>
      ) : null}
    </>
  );
}

/** Problems with a path are shown at their field. */
const isFieldProblem = (error: unknown) =>
  isApiError(error) && error.status === 422 && error.errors.length > 0;

export function TaskQuestion({ task }: { task: OpenTask }) {
  const t = useTranslations('runs');
  if (task.kind === 'unknown') {
    return (
      <>
        <h2>{t('task.unknownTitle')}</h2>
        <p className="mut">{t('task.unknownText')}</p>
        {task.nodeRun?.error ? (
          <p className="mut">
            <ProblemText kind="errors" problem={task.nodeRun.error} />
          </p>
        ) : null}
      </>
    );
  }
  return <h2 className="question">{messageText(task.gate?.message)}</h2>;
}
