'use client';

import { ChevronsRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useNode } from '../../canvas/canvas-store';
import { ProblemText } from '../../ui/problem-text';
import type { Mark } from '../expression/text-marks';

const SIGNS = { error: CircleAlert, warning: TriangleAlert, note: ChevronsRight } as const;

/** What is wrong or worth knowing about a text, each with what would mend it, if anything would. */
export function TextNotes(props: { id: string; marks: readonly Mark[]; onFix: (mark: Mark) => void }) {
  return (
    <ul className="text-notes" id={props.id}>
      {props.marks.map((mark) => (
        <TextNote key={`${mark.from} ${mark.reason}`} mark={mark} onFix={props.onFix} />
      ))}
    </ul>
  );
}

function TextNote({ mark, onFix }: { mark: Mark; onFix: (mark: Mark) => void }) {
  const t = useTranslations('inspector');
  const node = useNode(mark.name);
  const Sign = SIGNS[mark.severity];
  const isSkip = mark.reason === 'mayBeSkipped';
  return (
    <li className={`text-note ${mark.severity}`}>
      <Sign className="i" aria-hidden />
      <span>
        {mark.reason === 'unreadable' ? (
          <ProblemText kind="errors" problem={{ code: mark.code, message: mark.message ?? '' }} />
        ) : (
          t(`marks.${mark.reason}`, { name: isSkip ? node?.name || mark.name : mark.name })
        )}
        {mark.fix ? (
          <button
            type="button"
            className="link text-fix"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onFix(mark)}
          >
            {isSkip ? t('marks.addDefault') : t('marks.use', { text: mark.fix.text })}
          </button>
        ) : null}
      </span>
    </li>
  );
}
