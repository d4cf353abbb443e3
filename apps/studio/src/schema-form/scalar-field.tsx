'use client';

import type { JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { Switch } from 'radix-ui';
import { useState } from 'react';
import { exactNumber } from '../typed/typed-json';
import { type Control, choicesOf, type Schema } from './schema-shape';

export interface LeafProps {
  readonly id: string;
  readonly schema: Schema;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly describedBy: string;
}

/** One control for one plain value. An emptied field leaves its key out, unless a default would come back for it. */
export function ScalarField(props: LeafProps & { control: Control }) {
  const { id, value, onChange, control, schema } = props;
  const shared = {
    id,
    className: 'in',
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    'aria-required': props.required || undefined,
  };
  const emptied = typeof schema.default === 'string' && schema.default !== '' ? '' : undefined;
  const setText = (text: string) => onChange(text === '' ? emptied : text);
  const text = typeof value === 'string' ? value : '';
  switch (control) {
    case 'fixed':
      return (
        <output id={id}>
          {typeof schema.const === 'string' ? schema.const : JSON.stringify(schema.const)}
        </output>
      );
    case 'boolean':
      return (
        <Switch.Root
          id={id}
          className="sw"
          checked={value === true}
          onCheckedChange={onChange}
          aria-describedby={props.describedBy}
        >
          <Switch.Thumb />
        </Switch.Root>
      );
    case 'number':
      return <NumberField {...props} shared={shared} />;
    case 'select':
      return <SelectField {...props} shared={shared} />;
    case 'textarea':
      return <textarea {...shared} rows={4} value={text} onChange={(event) => setText(event.target.value)} />;
    case 'date':
      return <input {...shared} type="date" value={text} onChange={(event) => setText(event.target.value)} />;
    case 'date-time':
      return <DateTimeField {...props} shared={shared} />;
    default:
      return <input {...shared} type="text" value={text} onChange={(event) => setText(event.target.value)} />;
  }
}

type Shared = { shared: Record<string, unknown> };

/** Keeps what is typed as it is typed ("1e", "-"), and gives on a number once it is one that is kept exactly. */
function NumberField({ value, onChange, shared, schema }: LeafProps & Shared) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (typeof value === 'number' || typeof value === 'string' ? String(value) : '');
  const change = (typed: string) => {
    setDraft(typed);
    if (typed.trim() === '') onChange(undefined);
    else onChange(exactNumber(typed) ?? typed);
  };
  return (
    <input
      {...shared}
      type="text"
      inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={() => setDraft(undefined)}
    />
  );
}

function SelectField({ schema, value, onChange, required, shared }: LeafProps & Shared) {
  const t = useTranslations('runs');
  const choices = choicesOf(schema) ?? [];
  const chosen = choices.findIndex((choice) => JSON.stringify(choice.value) === JSON.stringify(value));
  return (
    <select
      {...shared}
      value={chosen}
      onChange={(event) => onChange(choices[Number(event.target.value)]?.value)}
    >
      {chosen < 0 || !required ? <option value={-1}>{t('form.nothing')}</option> : null}
      {choices.map((choice, index) => (
        <option key={choice.label} value={index}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

/** Shown in the reader's zone, kept as an instant with zone. */
function DateTimeField({ value, onChange, shared }: LeafProps & Shared) {
  const date = typeof value === 'string' ? new Date(value) : undefined;
  const local =
    date && !Number.isNaN(date.getTime())
      ? new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      : '';
  return (
    <input
      {...shared}
      type="datetime-local"
      value={local}
      title={Intl.DateTimeFormat().resolvedOptions().timeZone}
      onChange={(event) =>
        onChange(event.target.value === '' ? undefined : new Date(event.target.value).toISOString())
      }
    />
  );
}
