'use client';

import type { ControlProps } from '../field-editor';

export interface TextInputProps {
  readonly control: ControlProps['control'];
  readonly value: string;
  readonly spellCheck?: boolean;
  readonly onChange: (text: string) => void;
  readonly onEnd: () => void;
}

/** One line of text that is a part of a field, in a frame of its own. */
export function TextInput({ control, value, spellCheck, onChange, onEnd }: TextInputProps) {
  return (
    <input
      id={control.id}
      className="in"
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      spellCheck={spellCheck}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onEnd}
    />
  );
}
