'use client';

import { CircleX, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { PlacedIssue } from '../canvas/canvas-store';
import { nodeName } from '../canvas/node-card';
import { ProblemText } from '../ui/problem-text';
import { useEditor } from './editor-store';

/** Problems of the draft, each by the name of its node and with the way to its field; nothing when there are none. */
export function IssueList(props: {
  title: string;
  issues: readonly PlacedIssue[];
  onGoTo: (issue: PlacedIssue) => void;
}) {
  const t = useTranslations('canvas');
  const graph = useEditor((state) => state.document.graph);
  if (props.issues.length === 0) return null;
  return (
    <>
      <h3 className="issue-title">{props.title}</h3>
      <ul className="probs boxed">
        {props.issues.map((issue) => (
          <li className="prob tall" key={`${issue.code}${issue.path}${issue.message}`}>
            {issue.severity === 'warning' ? (
              <TriangleAlert className="i sev-w" aria-hidden />
            ) : (
              <CircleX className="i sev-e" aria-hidden />
            )}
            <span className="prob-text">
              <b>{issue.nodeId === undefined ? t('drawer.workflow') : nodeName(graph, issue.nodeId)}</b>{' '}
              <ProblemText kind="issues" problem={issue} />
            </span>
            <button type="button" className="link" onClick={() => props.onGoTo(issue)}>
              {t('drawer.goToField')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
