'use client';

import type { JsonValue } from '@weftwork/schema';
import { NotTaken } from '../../typed/not-taken';
import { CodeText } from '../code/code-text';
import type { ControlProps } from '../field-editor';
import { useJsonText } from './use-json-text';

const NOTHING: readonly never[] = [];

/**
 * A value as JSON with colours and line errors. Text that is no JSON, or would lose something, stays in the field and is
 * not taken.
 */
export function JsonCode(
  props: Pick<ControlProps, 'control' | 'label' | 'onEnd'> & {
    value: JsonValue | undefined;
    onChange: (value: JsonValue | undefined) => void;
  },
) {
  const json = useJsonText(props.value, props.onChange);
  return (
    <>
      <CodeText
        language="json"
        label={props.label}
        control={json.typed.ok ? props.control : { ...props.control, invalid: true }}
        value={json.text}
        onChange={json.setText}
        onEnd={props.onEnd}
        problems={NOTHING}
        inputKeys={NOTHING}
      />
      <NotTaken typed={json.typed} />
    </>
  );
}
