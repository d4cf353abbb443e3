'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { Segmented } from '../../ui/segmented';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object'] as const;

type Mode = 'fields' | 'json';

export type SchemaEditorProps = Pick<ControlProps, 'control' | 'onEnd'> & {
  readonly value: JsonObject | undefined;
  readonly onChange: (value: JsonObject | undefined) => void;
};

export function JsonSchemaField({ value, onChange, onEnd, control }: ControlProps) {
  const schema = isJsonObject(value ?? null) ? (value as JsonObject) : undefined;
  return <SchemaEditor value={schema} onChange={onChange} onEnd={onEnd} control={control} />;
}

/** A JSON Schema of an object as a list of fields in the order people see, or as JSON for everything else. */
export function SchemaEditor({ value, onChange, onEnd, control }: SchemaEditorProps) {
  const t = useTranslations('canvas');
  const [mode, setMode] = useState<Mode>(() => (isSimple(value) ? 'fields' : 'json'));
  const shown = isSimple(value) ? mode : 'json';
  return (
    <div className="schema">
      <Segmented<Mode>
        label={t('schema.kind')}
        value={shown}
        options={[
          { id: 'fields', label: t('schema.fields') },
          { id: 'json', label: 'JSON' },
        ]}
        onChange={setMode}
      />
      {shown === 'fields' ? (
        <Fields value={value} onChange={onChange} onEnd={onEnd} />
      ) : (
        <JsonText
          {...control}
          rows={8}
          value={value}
          onChange={(next) => (next === undefined || isJsonObject(next)) && onChange(next)}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
}

function Fields({ value, onChange, onEnd }: Omit<SchemaEditorProps, 'control'>) {
  const t = useTranslations('canvas');
  const fields = fieldsOf(value);
  const required = new Set(Array.isArray(value?.required) ? value.required : []);
  const put = (next: readonly Field[], needed: ReadonlySet<JsonValue>) => {
    if (next.length === 0) return onChange(undefined);
    const names = next.map((field) => field.name);
    const { required: _, ...rest } = value ?? {};
    const list = names.filter((name) => needed.has(name));
    onChange({
      ...rest,
      type: 'object',
      properties: Object.fromEntries(next.map((field) => [field.name, field.schema])),
      'x-order': names,
      ...(list.length > 0 ? { required: list } : {}),
    });
  };
  const change = (index: number, schema: JsonObject) =>
    put(fields.with(index, { ...fields[index]!, schema }), required);
  const rename = (index: number, name: string) => {
    const old = fields[index]!.name;
    if (name === old || name === '' || fields.some((field) => field.name === name)) return;
    const needed = new Set(required);
    if (needed.delete(old)) needed.add(name);
    put(fields.with(index, { ...fields[index]!, name }), needed);
  };
  const add = () => {
    const taken = new Set(fields.map((field) => field.name));
    let number = fields.length + 1;
    while (taken.has(`field_${number}`)) number += 1;
    put([...fields, { name: `field_${number}`, schema: { type: 'string' } }], required);
  };
  return (
    <div className="rows">
      {fields.map(({ name, schema }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed; the place stays
        <div className="schema-row" key={index}>
          <div className="schema-head">
            <FieldName name={name} onChange={(next) => rename(index, next)} onEnd={onEnd} />
            <select
              className="in"
              aria-label={t('schema.type')}
              value={typeof schema.type === 'string' ? schema.type : ''}
              onChange={(event) => change(index, withType(schema, event.target.value))}
            >
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(`schema.types.${type}`)}
                </option>
              ))}
            </select>
            <IconButton
              label={t('field.remove', { name })}
              size="small"
              onClick={() =>
                put(
                  fields.filter((_, other) => other !== index),
                  required,
                )
              }
            >
              <X className="i" aria-hidden />
            </IconButton>
          </div>
          <div className="schema-more">
            <input
              className="in"
              aria-label={t('schema.title')}
              placeholder={t('schema.title')}
              value={typeof schema.title === 'string' ? schema.title : ''}
              onChange={(event) => change(index, withOptional(schema, 'title', event.target.value))}
              onBlur={onEnd}
            />
            <input
              className="in"
              aria-label={t('schema.default')}
              placeholder={t('schema.default')}
              value={
                schema.default === undefined
                  ? ''
                  : typeof schema.default === 'string'
                    ? schema.default
                    : JSON.stringify(schema.default)
              }
              onChange={(event) => change(index, withDefault(schema, event.target.value))}
              onBlur={onEnd}
            />
            <label className="check">
              <input
                type="checkbox"
                checked={required.has(name)}
                onChange={(event) => {
                  const needed = new Set(required);
                  if (event.target.checked) needed.add(name);
                  else needed.delete(name);
                  put(fields, needed);
                }}
              />
              {t('schema.required')}
            </label>
          </div>
        </div>
      ))}
      <Button size="small" onClick={add}>
        <Plus className="i" aria-hidden />
        {t('schema.add')}
      </Button>
    </div>
  );
}

function FieldName(props: { name: string; onChange: (name: string) => void; onEnd: () => void }) {
  const t = useTranslations('canvas');
  const [text, setText] = useState<string>();
  const take = () => {
    if (text !== undefined) props.onChange(text);
    setText(undefined);
    props.onEnd();
  };
  return (
    <input
      className="in mono"
      aria-label={t('field.name')}
      spellCheck={false}
      value={text ?? props.name}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

/** Whether the list of fields can show a schema without losing sight of anything but details of its fields. */
function isSimple(schema: JsonObject | undefined): boolean {
  if (schema === undefined || Object.keys(schema).length === 0) return true;
  const known = [
    'type',
    'properties',
    'required',
    'x-order',
    'title',
    'description',
    'additionalProperties',
    '$schema',
  ];
  if (Object.keys(schema).some((key) => !known.includes(key))) return false;
  const properties = isJsonObject(schema.properties ?? null) ? (schema.properties as JsonObject) : {};
  return (
    (schema.type === undefined || schema.type === 'object') &&
    Object.values(properties).every((field) => isJsonObject(field) && typeof field.type === 'string')
  );
}

function fieldsOf(schema: JsonObject | undefined): Field[] {
  const properties = isJsonObject(schema?.properties ?? null) ? (schema!.properties as JsonObject) : {};
  const order = Array.isArray(schema?.['x-order']) ? schema['x-order'].map(String) : [];
  const names = [
    ...order.filter((name) => name in properties),
    ...Object.keys(properties).filter((n) => !order.includes(n)),
  ];
  return names.map((name) => ({
    name,
    schema: isJsonObject(properties[name] ?? null) ? (properties[name] as JsonObject) : {},
  }));
}

function withOptional(schema: JsonObject, key: string, text: string): JsonObject {
  const { [key]: _, ...rest } = schema;
  return text === '' ? rest : { ...rest, [key]: text };
}

function withType(schema: JsonObject, type: string): JsonObject {
  const { default: _, items: __, ...rest } = schema;
  return type === 'array' ? { ...rest, type, items: { type: 'string' } } : { ...rest, type };
}

function withDefault(schema: JsonObject, text: string): JsonObject {
  if (text === '' || schema.type === 'string') return withOptional(schema, 'default', text);
  try {
    return { ...schema, default: JSON.parse(text) as JsonValue };
  } catch {
    return { ...schema, default: text };
  }
}
