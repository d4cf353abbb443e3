'use client';

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useState } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { ProblemText } from '../ui/problem-text';
import { saysTheSame, TellMarksContext } from './expression/shown-marks';
import type { Mark } from './expression/text-marks';

export interface FieldFrameProps {
  readonly label: string;
  /** The label is for readers of the page alone: what stands around the field says it to those who see. */
  readonly labelHidden?: boolean;
  readonly help?: string | undefined;
  readonly required?: boolean | undefined;
  /** JSON Pointer from the node, as issues name it. */
  readonly field: string;
  readonly issues?: readonly PlacedIssue[] | undefined;
  /** Beside the label. */
  readonly tools?: ReactNode;
  /** For several controls under one name. */
  readonly group?: boolean;
  readonly children: (control: { id: string; invalid: boolean; describedBy: string }) => ReactNode;
}

/** A field with its name, help and problems. Those of a part are shown at its own frame, if it has one, else here. */
export function FieldFrame(props: FieldFrameProps) {
  const t = useTranslations('canvas');
  const id = useId();
  const [said, tell] = useSaid();
  const [framed, addFrame] = useFramed(props.field);
  const issues = (props.issues ?? []).filter(
    (issue) =>
      isWithin(issue.field, props.field) &&
      !framed.some((part) => isWithin(issue.field, part)) &&
      !said.some((mark) => saysTheSame(issue, mark)),
  );
  const invalid = issues.some((issue) => issue.severity === 'error');
  const note = `${id}-note`;
  const label = (
    <>
      {props.label}
      {props.required ? <span className="need">{t('field.needed')}</span> : null}
    </>
  );
  return (
    <div
      className="fld"
      data-field={props.field}
      {...(props.group ? { role: 'group', 'aria-label': props.label } : {})}
    >
      <div className={props.labelHidden ? 'sr' : 'lab'}>
        {props.group ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
        {props.tools ? (
          <>
            <span className="sp" />
            {props.tools}
          </>
        ) : null}
      </div>
      <FramedContext value={addFrame}>
        <TellMarksContext value={tell}>{props.children({ id, invalid, describedBy: note })}</TellMarksContext>
      </FramedContext>
      {props.help ? <p className="help">{props.help}</p> : null}
      <div id={note}>
        {issues.map((issue) => (
          <p
            className={issue.severity === 'error' ? 'msg-e' : 'msg-e msg-w'}
            key={`${issue.code}${issue.path}${issue.message}`}
          >
            {issue.severity === 'error' ? (
              <CircleAlert className="i" aria-hidden />
            ) : (
              <TriangleAlert className="i" aria-hidden />
            )}
            <span>
              <ProblemText kind="issues" problem={issue} />
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}

const isWithin = (field: string, whole: string) => field === whole || field.startsWith(`${whole}/`);

/** Tells the frame around that a part has its own; gives back how to take it back. */
const FramedContext = createContext<(field: string) => () => void>(() => () => undefined);

/** Tells the frame around of this one, and keeps those that stand inside. */
function useFramed(field: string) {
  const [framed, setFramed] = useState<readonly string[]>([]);
  const around = useContext(FramedContext);
  useEffect(() => around(field), [around, field]);
  const add = useCallback((part: string) => {
    setFramed((now) => [...now, part]);
    return () => setFramed((now) => now.filter((_, at) => at !== now.indexOf(part)));
  }, []);
  return [framed, add] as const;
}

/** What the parts of the field say themselves. */
function useSaid() {
  const [parts, setParts] = useState<ReadonlyMap<string, readonly Mark[]>>(new Map());
  const tell = useCallback((part: string, marks: readonly Mark[]) => {
    setParts((now) => {
      if (marks.length === 0 && !now.has(part)) return now;
      const next = new Map(now);
      if (marks.length === 0) next.delete(part);
      else next.set(part, marks);
      return next;
    });
  }, []);
  return [[...parts.values()].flat(), tell] as const;
}
