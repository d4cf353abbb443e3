'use client';

import type { ControlProps } from '../field-editor';

/** A list of texts, one per line. */
export function StringListField({ value, onChange, onEnd, control }: ControlProps) {
  const list = Array.isArray(value) ? value.map(String) : [];
  return (
    <textarea
      id={control.id}
      className="in"
      rows={3}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      value={list.join('\n')}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value.split('\n'))}
      onBlur={onEnd}
    />
  );
}
