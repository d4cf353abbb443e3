'use client';

import type { JsonObject, JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { JsonText } from '../fields/json-text';
import { NumberInput } from '../fields/plain-fields';
import { kindOf, withKeyword } from './field-kind';

/** What a field holds when nothing is given, in the control that fits its kind. */
export function DefaultField(props: {
  id: string;
  schema: JsonObject;
  onChange: (schema: JsonObject) => void;
  onEnd: () => void;
}) {
  const t = useTranslations('inspector');
  const { id, schema, onEnd } = props;
  const value = schema.default;
  const put = (next: JsonValue | undefined) => props.onChange(withKeyword(schema, 'default', next));
  const kind = kindOf(schema);
  if (kind === 'number' || kind === 'integer') {
    const number = typeof value === 'number' ? value : undefined;
    return <NumberInput id={id} invalid={false} describedBy="" value={number} onChange={put} onEnd={onEnd} />;
  }
  if (kind === 'boolean' || kind === 'choice') {
    const choices = kind === 'boolean' ? [true, false] : Array.isArray(schema.enum) ? schema.enum : [];
    const words = (choice: JsonValue) =>
      typeof choice === 'boolean' ? t(choice ? 'schema.yes' : 'schema.no') : textOf(choice);
    return (
      <select
        id={id}
        className="in"
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={(event) => put(event.target.value === '' ? undefined : JSON.parse(event.target.value))}
      >
        <option value="">{t('schema.noDefault')}</option>
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {words(choice)}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'array' || kind === 'object' || kind === 'any') {
    return (
      <JsonText id={id} invalid={false} describedBy="" rows={1} value={value} onChange={put} onEnd={onEnd} />
    );
  }
  return (
    <input
      id={id}
      className="in"
      placeholder={kind === 'date' ? '2026-01-31' : kind === 'date-time' ? '2026-01-31T09:00:00Z' : undefined}
      value={value === undefined ? '' : textOf(value)}
      onChange={(event) => put(event.target.value)}
      onBlur={onEnd}
    />
  );
}

const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));
