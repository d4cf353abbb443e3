'use client';

import type { ControlProps } from '../field-editor';
import { JsonCode } from './json-code';

/** A value without a form of its own, as JSON. */
export function JsonField({ value, onChange, onEnd, control, label }: ControlProps) {
  return <JsonCode value={value} onChange={onChange} onEnd={onEnd} control={control} label={label} />;
}
