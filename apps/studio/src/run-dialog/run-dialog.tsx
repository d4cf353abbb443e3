'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { startRun } from '../api/client';
import { isApiError, type Problem } from '../api/http';
import { keys } from '../api/queries';
import { newRequestKey } from '../api/request-key';
import type { JsonObject, Run } from '../api/types';
import { AnswerEditor, useAnswer } from '../schema-form/answer-editor';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorNotice } from '../ui/error-notice';
import { Segmented } from '../ui/segmented';
import { shortcutKeys } from '../ui/shortcut';
import { keepLastInput, readLastInput } from './last-input';

export interface RunDialogProps {
  readonly workflowId: string;
  readonly name: string;
  readonly inputSchema: JsonObject;
  /** A version's number, or the draft. */
  readonly version: number | 'draft';
  /** Gives the revision of the draft that is to run. */
  readonly withRevision?: <Answer>(act: (revision: number) => Promise<Answer>) => Promise<Answer>;
  readonly onClose: () => void;
  readonly onStarted: (run: Run) => void;
  /** Takes what the server holds against the graph; without it these problems stand under the form. */
  readonly onRefused?: (problems: readonly Problem[]) => void;
  /** What is known to keep it from running; stands above the form. */
  readonly children?: ReactNode;
}

/** Three of the two hundred that the service knows: more would only be a number to wonder about. */
const PRIORITIES = { high: 10, normal: 0, low: -10 } as const;
type Priority = keyof typeof PRIORITIES;
const PRIORITY_NAMES = Object.keys(PRIORITIES) as readonly Priority[];

/** Asks for a run's input by a form from `inputSchema` or as JSON, filled with the last one, and starts the run. */
export function RunDialog(props: RunDialogProps) {
  const t = useTranslations('runs');
  const cache = useQueryClient();
  const [known] = useState(() => readLastInput(props.workflowId));
  const answer = useAnswer(props.inputSchema, known);
  // One key per dialog: pressing twice, or again after a lost answer, starts one run.
  const [key, setKey] = useState(() => newRequestKey());
  const [priority, setPriority] = useState<Priority>('normal');
  const start = useMutation({
    mutationFn: () => {
      const asked = {
        workflowId: props.workflowId,
        version: props.version,
        input: answer.value ?? {},
        ...(priority === 'normal' ? {} : { priority: PRIORITIES[priority] }),
      };
      const begin = (revision?: number) => startRun(asked, key, revision);
      return props.withRevision ? props.withRevision(begin) : begin();
    },
    onSuccess: (run) => {
      keepLastInput(props.workflowId, answer.value ?? {});
      void cache.invalidateQueries({ queryKey: keys.runs });
      props.onStarted(run);
    },
    onError: (error) => {
      if (isApiError(error) && error.status > 0) setKey(newRequestKey());
      if (!isApiError(error)) return;
      if (error.code === 'GRAPH_INVALID' && props.onRefused) props.onRefused(error.errors);
      else answer.setServerProblems(error.errors.map(inInput));
    },
  });
  const submit = () => {
    if (!start.isPending && answer.check()) start.mutate();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      submit();
    }
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      onKeyDown={onKey}
      title={t('dialog.title', { name: props.name })}
      head={
        <Segmented
          label={t('form.kind')}
          value={answer.mode}
          options={[
            { id: 'form', label: t('form.form') },
            { id: 'json', label: t('form.json') },
          ]}
          onChange={answer.setMode}
        />
      }
      foot={
        <>
          <span className="t12 mut">
            {props.version === 'draft' ? t('dialog.draft') : t('dialog.version', { version: props.version })}
          </span>
          <span className="sp" />
          <label className="run-priority t12 mut" title={t('dialog.priorityHelp')}>
            {t('dialog.priority')}
            <select
              className="in"
              value={priority}
              onChange={({ target }) => setPriority(target.value as Priority)}
            >
              {PRIORITY_NAMES.map((name) => (
                <option key={name} value={name}>
                  {t(`dialog.priorities.${name}`)}
                </option>
              ))}
            </select>
          </label>
          <Button onClick={props.onClose}>{t('dialog.close')}</Button>
          <Button look="primary" off={start.isPending} onClick={submit}>
            <Play className="i" aria-hidden />
            {t('dialog.start')} <kbd>{shortcutKeys('Mod+Enter').join(' ')}</kbd>
          </Button>
        </>
      }
    >
      {props.children}
      {known === undefined ? null : <p className="help dialog-note">{t('dialog.filled')}</p>}
      <AnswerEditor answer={answer} label={t('dialog.input')} nothing={t('dialog.noInput')} />
      {start.error ? <ErrorNotice error={start.error} /> : null}
    </Dialog>
  );
}

/** The server points into the whole body; the form knows only the input. */
function inInput(problem: Problem): Problem {
  return { ...problem, path: problem.path.replace(/^\/input(?=\/|$)/, '') };
}
