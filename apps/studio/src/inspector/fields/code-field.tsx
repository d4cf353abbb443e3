'use client';

import { useRef } from 'react';
import type { ControlProps } from '../field-editor';

const MAX_ROWS = 24;

/** Source text with line numbers. Tab leads on to the next field; blanks are typed. */
export function CodeField({ field, value, onChange, onEnd, control }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  const gutter = useRef<HTMLPreElement>(null);
  const lines = text.split('\n').length;
  const rows = Math.min(MAX_ROWS, Math.max(field.control === 'sql' ? 5 : 8, lines + 1));
  return (
    <div className="code-field" data-invalid={control.invalid || undefined}>
      <pre ref={gutter} aria-hidden>
        {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
      </pre>
      <textarea
        id={control.id}
        rows={rows}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onEnd}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
