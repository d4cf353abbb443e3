'use client';

import { Switch } from 'radix-ui';
import { useId, useLayoutEffect, useState } from 'react';
import { NumberNotTaken } from '../../typed/not-taken';
import { readTypedNumber } from '../../typed/typed-json';
import type { ControlProps } from '../field-editor';
import { useFieldWords } from '../field-words';
import { ChoiceSelect } from './choice-select';

/** Plain text, of one line or many. */
export function TextField({ field, value, fallback, onChange, onEnd, control }: ControlProps) {
  const shared = {
    id: control.id,
    'aria-invalid': control.invalid,
    'aria-describedby': control.describedBy,
    value: typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value),
    placeholder: typeof fallback === 'string' ? fallback : undefined,
    onBlur: onEnd,
    spellCheck: false,
  };
  const take = (text: string) => onChange(text === '' && !field.required ? undefined : text);
  if (field.control === 'textarea') {
    return <textarea {...shared} className="in" rows={3} onChange={(event) => take(event.target.value)} />;
  }
  return <input {...shared} className="in" type="text" onChange={(event) => take(event.target.value)} />;
}

export function NumberField({ value, fallback, onChange, onEnd, control }: ControlProps) {
  return (
    <NumberInput
      {...control}
      value={typeof value === 'number' ? value : undefined}
      placeholder={typeof fallback === 'number' ? String(fallback) : undefined}
      onChange={onChange}
      onEnd={onEnd}
    />
  );
}

export interface NumberInputProps {
  readonly id: string;
  readonly invalid: boolean;
  readonly describedBy: string;
  readonly value: number | undefined;
  readonly placeholder?: string | undefined;
  readonly unit?: string;
  readonly min?: number;
  readonly disabled?: boolean;
  readonly onChange: (value: number | undefined) => void;
  readonly onEnd: () => void;
}

/** A number that may be left out. What is none, is not kept exactly or is too small stays in the field and is not taken. */
export function NumberInput(props: NumberInputProps) {
  const [text, setText] = useState(() => shown(props.value));
  // At once, as in `useJsonText`.
  useLayoutEffect(() => {
    setText((now) => (now.trim() !== '' && Number(now) === props.value ? now : shown(props.value)));
  }, [props.value]);
  const typed = readTypedNumber(text, props.min);
  const wrong = `${useId()}-wrong`;
  return (
    <>
      <span className="with-unit">
        <input
          id={props.id}
          className="in"
          type="text"
          inputMode="decimal"
          aria-invalid={props.invalid || !typed.ok}
          aria-describedby={typed.ok ? props.describedBy : `${wrong} ${props.describedBy}`}
          value={text}
          placeholder={props.placeholder}
          disabled={props.disabled}
          onChange={(event) => {
            setText(event.target.value);
            const next = readTypedNumber(event.target.value, props.min);
            if (next.ok) props.onChange(next.value);
          }}
          onBlur={() => {
            if (typed.ok) setText(shown(props.value));
            props.onEnd();
          }}
        />
        {props.unit ? <span className="unit">{props.unit}</span> : null}
      </span>
      <div id={wrong}>
        <NumberNotTaken typed={typed} />
      </div>
    </>
  );
}

const shown = (value: number | undefined) => (value === undefined ? '' : String(value));

/** One of a few that the definition lists. */
export function SelectField({ node, field, value, fallback, onChange, control }: ControlProps) {
  const words = useFieldWords(node.type);
  return (
    <ChoiceSelect
      control={control}
      value={typeof value === 'string' ? value : ''}
      choices={(field.options ?? []).map((name) => ({ name, label: words.option(field.name, name) }))}
      byDefault={typeof fallback === 'string' ? words.option(field.name, fallback) : undefined}
      clearable={!field.required}
      onChange={onChange}
    />
  );
}

export function SwitchField({ value, fallback, onChange, control }: ControlProps) {
  return (
    <Switch.Root
      id={control.id}
      className="sw"
      checked={(value ?? fallback) === true}
      aria-describedby={control.describedBy}
      onCheckedChange={(on) => onChange(on ? true : undefined)}
    >
      <Switch.Thumb asChild>
        <span />
      </Switch.Thumb>
    </Switch.Root>
  );
}
