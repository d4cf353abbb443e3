'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import type { Problem } from '../api/http';
import { FormProblem } from './form-problem';
import { type FormState, startForm } from './form-state';
import { JsonField } from './json-field';
import { SchemaForm } from './schema-form';
import { validateForm } from './validate-form';

export type AnswerMode = 'form' | 'json';

export interface Answer {
  readonly schema: JsonObject;
  readonly mode: AnswerMode;
  readonly setMode: (mode: AnswerMode) => void;
  readonly state: FormState;
  readonly setState: (state: FormState) => void;
  readonly value: JsonValue | undefined;
  readonly problems: readonly Problem[];
  readonly setServerProblems: (problems: readonly Problem[]) => void;
  /** Shows all problems and goes to the first wrong field; true when there is none and all that is typed was taken. */
  readonly check: () => boolean;
  readonly box: React.RefObject<HTMLDivElement | null>;
}

/** The state of an answer that is given by form or as JSON; both are views of one value. */
export function useAnswer(schema: JsonObject, known?: JsonValue): Answer {
  const [mode, setMode] = useState<AnswerMode>('form');
  const [state, setFormState] = useState(() => startForm(schema, known));
  const [checked, setChecked] = useState(false);
  const [serverProblems, setServerProblems] = useState<readonly Problem[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const hints = useMemo(() => validateForm(schema, state), [schema, state]);
  const problems = [...(checked ? hints : []), ...serverProblems];
  return {
    schema,
    mode,
    setMode: (next) => {
      // What was typed as JSON may belong to another branch than the form had chosen.
      if (next === 'form') setFormState(startForm(schema, state.value));
      setMode(next);
    },
    state,
    setState: (next) => {
      setFormState(next);
      setServerProblems([]);
    },
    value: state.value,
    problems,
    setServerProblems,
    check: () => {
      setChecked(true);
      const right = hints.length === 0 && !box.current?.querySelector('textarea:invalid');
      if (!right) setTimeout(() => goToFirstProblem(box.current), 0);
      return right;
    },
    box,
  };
}

function goToFirstProblem(box: HTMLElement | null): void {
  const field = box?.querySelector<HTMLElement>('[aria-invalid="true"], .msg-e');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}

/** Draws an answer in its chosen mode. */
export function AnswerEditor({ answer, label, nothing }: { answer: Answer; label: string; nothing: string }) {
  const t = useTranslations('runs');
  const { schema, state } = answer;
  // Problems of fields that the form does not draw are listed under it, so that none is lost.
  const [homeless, setHomeless] = useState<readonly Problem[]>([]);
  const check = (element: HTMLDivElement | null) => {
    answer.box.current = element;
    if (!element) return;
    const next = answer.problems.filter(
      (problem) => problem.path !== '' && !element.querySelector(`[data-path="${CSS.escape(problem.path)}"]`),
    );
    if (JSON.stringify(next) !== JSON.stringify(homeless)) setHomeless(next);
  };
  if (answer.mode === 'json') {
    return (
      <div ref={answer.box}>
        <JsonField
          id="answer-json"
          schema={schema}
          value={state.value}
          onChange={(value) => answer.setState({ ...state, value })}
          required={false}
          invalid={answer.problems.length > 0}
          describedBy="answer-problems"
        />
        <label className="sr" htmlFor="answer-json">
          {label}
        </label>
        <ProblemList problems={answer.problems} />
      </div>
    );
  }
  const empty =
    !isJsonObject(schema.properties) && !schema.oneOf && !schema.anyOf && !schema.type && !schema.$ref;
  return (
    <div ref={check}>
      {empty ? (
        <p className="help">{t('form.nothingOrJson', { nothing })}</p>
      ) : (
        <SchemaForm schema={schema} state={state} onChange={answer.setState} problems={answer.problems} />
      )}
      <ProblemList problems={homeless} />
    </div>
  );
}

function ProblemList({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="problem-list" id="answer-problems">
      {problems.map((problem) => (
        <li key={`${problem.path} ${problem.code} ${problem.message}`} className="msg-e">
          <code>{problem.path || '/'}</code>
          <span>
            <FormProblem problem={problem} />
          </span>
        </li>
      ))}
    </ul>
  );
}
