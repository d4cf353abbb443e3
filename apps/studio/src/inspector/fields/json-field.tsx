'use client';

import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';

/** A value without a form of its own, as JSON. */
export function JsonField({ value, onChange, onEnd, control }: ControlProps) {
  return <JsonText {...control} value={value} onChange={onChange} onEnd={onEnd} />;
}
