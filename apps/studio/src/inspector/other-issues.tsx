'use client';

import { CircleX, TriangleAlert } from 'lucide-react';
import type { PlacedIssue } from '../canvas/canvas-store';
import { ProblemText } from '../ui/problem-text';

const OPTIONS = ['/timeoutSeconds', '/retry', '/onError', '/fallback'];

/** Problems of the node itself, and of fields that have no place in the form. */
export function OtherIssues(props: {
  issues: readonly PlacedIssue[] | undefined;
  fields: readonly string[];
}) {
  const shownElsewhere = [...props.fields, ...OPTIONS];
  const rest = (props.issues ?? []).filter(
    ({ field }) => !shownElsewhere.some((known) => field === known || field.startsWith(`${known}/`)),
  );
  return (
    <>
      {rest.map((issue) => (
        <p
          className={issue.severity === 'error' ? 'notice bad' : 'notice warn'}
          key={`${issue.code}${issue.path}${issue.message}`}
          data-field={issue.field}
        >
          {issue.severity === 'error' ? (
            <CircleX className="i" aria-hidden />
          ) : (
            <TriangleAlert className="i" aria-hidden />
          )}
          <span className="text">
            <ProblemText kind="issues" problem={issue} />
          </span>
        </p>
      ))}
    </>
  );
}
