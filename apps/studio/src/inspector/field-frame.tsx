'use client';

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useId, useState } from 'react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { ProblemText } from '../ui/problem-text';
import { saysTheSame, TellMarksContext } from './expression/shown-marks';
import type { Mark } from './expression/text-marks';

export interface FieldFrameProps {
  readonly label: string;
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

/** A field with its name, help and problems; problems deeper inside are shown here too. */
export function FieldFrame(props: FieldFrameProps) {
  const t = useTranslations('canvas');
  const id = useId();
  const [said, tell] = useSaid();
  const issues = (props.issues ?? []).filter(
    (issue) =>
      (issue.field === props.field || issue.field.startsWith(`${props.field}/`)) &&
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
      <div className="lab">
        {props.group ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
        {props.tools ? (
          <>
            <span className="sp" />
            {props.tools}
          </>
        ) : null}
      </div>
      <TellMarksContext value={tell}>{props.children({ id, invalid, describedBy: note })}</TellMarksContext>
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
