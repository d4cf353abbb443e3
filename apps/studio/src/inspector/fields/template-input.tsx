'use client';

import { useTranslations } from 'next-intl';
import { useId, useMemo, useRef } from 'react';
import { useTellMarks } from '../expression/shown-marks';
import { markText, takeFix } from '../expression/text-marks';
import { useSurroundings } from '../expression/use-surroundings';
import { CompletionMenu } from './completion-menu';
import { ExpressionPreview } from './expression-preview';
import { TextMirror } from './text-mirror';
import { TextNotes } from './text-notes';
import { useCompletion } from './use-completion';

export interface TemplateInputProps {
  readonly id?: string;
  readonly label?: string;
  readonly invalid?: boolean;
  readonly describedBy?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
  readonly rows?: number;
  readonly placeholder?: string;
  /** A bare expression, such as a condition, instead of text with braces. */
  readonly bare?: boolean;
}

/**
 * Text that may hold `{{ … }}`. Braces open a list of what can be read; what is wrong is underlined, with its reason
 * and a suggestion below; and there stands what the text would give with the values of the last run.
 */
export function TemplateInput(props: TemplateInputProps) {
  const { value, onChange, rows = 1, bare = false, readable } = props;
  const t = useTranslations('canvas');
  const own = useTranslations('inspector');
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const completion = useCompletion(area, { value, onChange, bare, readable });
  const around = useSurroundings(readable);
  const marked = useMemo(() => markText(value, bare, around), [value, bare, around]);
  useTellMarks(listId, marked.marks);
  const { open, options, chosen } = completion;
  const lines = value.split('\n').length;
  const look = rows > 1 ? 'prose' : 'one-line';
  // Half an expression is wrong by nature; it is said to be when the list of what could follow is gone.
  const notes = open ? marked.marks.filter(({ reason }) => reason !== 'unreadable') : marked.marks;
  const isWrong = notes.some(({ severity }) => severity === 'error');
  return (
    <div className="template">
      <div className="template-box" data-empty={value === '' || rows > 1 || undefined}>
        <TextMirror ref={mirror} text={value} marked={{ ...marked, marks: notes }} className={look} />
        <textarea
          ref={area}
          id={props.id}
          className={`in ${look}`}
          aria-label={props.id ? undefined : props.label}
          aria-invalid={props.invalid || isWrong}
          aria-describedby={`${listId}-notes${props.describedBy ? ` ${props.describedBy}` : ''}`}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open && chosen ? `${listId}-${options.indexOf(chosen)}` : undefined}
          rows={rows > 1 ? Math.min(14, Math.max(rows, lines)) : Math.min(4, lines)}
          placeholder={props.placeholder}
          spellCheck={false}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            completion.onTyped(event.target.selectionStart);
          }}
          onKeyDown={(event) => {
            if (completion.onKeyDown(event)) return;
            if (event.key === ' ' && event.ctrlKey) {
              event.preventDefault();
              completion.begin();
            }
            if (rows === 1 && event.key === 'Enter' && !event.ctrlKey && !event.metaKey)
              event.preventDefault();
          }}
          onFocus={completion.onFocus}
          onClick={completion.close}
          onScroll={(event) => {
            if (mirror.current) mirror.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onBlur={() => {
            completion.close();
            props.onEnd();
          }}
        />
        <button
          type="button"
          className="braces"
          tabIndex={-1}
          title={t('field.insert')}
          aria-label={t('field.insert')}
          onMouseDown={(event) => {
            event.preventDefault();
            completion.begin();
          }}
        >
          {'{ }'}
        </button>
        {open ? (
          <CompletionMenu
            id={listId}
            options={options}
            chosen={chosen}
            onChoose={(option) => completion.insert(option)}
          />
        ) : null}
        <span className="sr" role="status">
          {open ? own('completion.count', { count: options.length }) : ''}
        </span>
      </div>
      <TextNotes
        id={`${listId}-notes`}
        marks={notes}
        onFix={(mark) => {
          onChange(takeFix(value, mark));
          props.onEnd();
        }}
      />
      <ExpressionPreview text={value} bare={bare} />
    </div>
  );
}
