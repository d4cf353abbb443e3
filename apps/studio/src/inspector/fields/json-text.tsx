'use client';

import type { JsonValue } from '@weftwork/schema';
import { NotTaken } from '../../typed/not-taken';
import { useJsonText } from './use-json-text';

export interface JsonTextProps {
  readonly id: string;
  /** Where no label element names it. */
  readonly label?: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly value: JsonValue | undefined;
  readonly rows?: number;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onEnd: () => void;
}

/** A small value as JSON text. Text that is no JSON, or would lose something, stays in the field and is not taken. */
export function JsonText(props: JsonTextProps) {
  const json = useJsonText(props.value, props.onChange);
  return (
    <>
      <textarea
        id={props.id}
        aria-label={props.label}
        className="in mono"
        rows={Math.min(16, Math.max(props.rows ?? 3, json.text.split('\n').length))}
        spellCheck={false}
        aria-invalid={props.invalid || !json.typed.ok}
        aria-describedby={props.describedBy}
        value={json.text}
        onChange={(event) => json.setText(event.target.value)}
        onBlur={props.onEnd}
      />
      <NotTaken typed={json.typed} />
    </>
  );
}
