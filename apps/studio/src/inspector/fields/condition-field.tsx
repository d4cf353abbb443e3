'use client';

import { ConditionEditor } from '../condition/condition-editor';
import type { ControlProps } from '../field-editor';

/** A field that decides: yes or no. */
export function ConditionField(props: ControlProps) {
  return <ConditionEditor {...props} label={props.label} field={`/config/${props.field.name}`} />;
}
