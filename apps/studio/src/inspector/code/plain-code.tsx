'use client';

import { useRef } from 'react';
import type { CodeEditorProps } from './code-text';

const MAX_ROWS = 24;

/** Source text with line numbers, while the editor is on its way. */
export function PlainCode({ label, value, onChange, onEnd, control }: CodeEditorProps) {
  const gutter = useRef<HTMLPreElement>(null);
  const lines = value.split('\n').length;
  return (
    <div className="plain-code">
      <pre ref={gutter} aria-hidden>
        {Array.from({ length: lines }, (_, line) => line + 1).join('\n')}
      </pre>
      <textarea
        id={control.id}
        aria-label={label}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        rows={Math.min(MAX_ROWS, Math.max(5, lines))}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        wrap="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onEnd}
        onScroll={(event) => {
          if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
        }}
      />
    </div>
  );
}
