'use client';

import { isSecretReference } from '@weftwork/expressions';
import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { KeyRound, Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useLayoutEffect, useRef, useState } from 'react';
import { readTypedJson } from '../../typed/typed-json';
import { Button, IconButton } from '../../ui/button';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';
import { TemplateInput } from './template-input';

/** Fields whose values may come from the secrets. */
const MAY_BE_SECRET = ['headers', 'cookies', 'query'];

/** Names with values. A name that is empty or double is not taken before it is right; its row stays. */
export function TemplateMapField(props: ControlProps) {
  return (
    <TemplateMap
      {...props}
      required={props.field.required === true}
      secrets={MAY_BE_SECRET.includes(props.field.name)}
    />
  );
}

export interface TemplateMapProps
  extends Pick<ControlProps, 'value' | 'onChange' | 'onEnd' | 'readable' | 'control'> {
  readonly required: boolean;
  readonly secrets: boolean;
}

interface Row {
  readonly key: number;
  readonly name: string;
  readonly value: JsonValue;
}

export function TemplateMap({
  value,
  onChange,
  onEnd,
  readable,
  control,
  required,
  secrets,
}: TemplateMapProps) {
  const t = useTranslations('canvas');
  const number = useRef(0);
  const toRows = (map: JsonObject): Row[] =>
    Object.entries(map).map(([name, each]) => ({ key: number.current++, name, value: each }));
  const [rows, setRows] = useState(() => toRows(isJsonObject(value ?? null) ? (value as JsonObject) : {}));
  const sent = useRef<JsonValue | undefined>(value);

  // Undo and renamed references change the value from outside. Before anything else can be typed: an effect that came
  // later would take what was typed meanwhile for a change from outside, and put back what it was drawn with.
  useLayoutEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setRows(toRows(isJsonObject(value ?? null) ? (value as JsonObject) : {}));
  });

  const put = (next: readonly Row[]) => {
    setRows([...next]);
    const map = Object.fromEntries(
      next.filter(({ name }) => name !== '').map(({ name, value: each }) => [name, each]),
    );
    const taken = Object.keys(map).length === 0 && !required ? undefined : map;
    sent.current = taken;
    onChange(taken);
  };
  const change = (key: number, part: Partial<Row>) =>
    put(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="rows">
      {rows.map((row) => {
        const double = rows.some(
          (other) => other.key !== row.key && other.name === row.name && row.name !== '',
        );
        return (
          <div className="map-row" key={row.key} data-field-name={row.name}>
            <div className="map-name">
              <input
                className="in"
                aria-label={t('field.name')}
                placeholder={t('field.name')}
                aria-invalid={double || control.invalid}
                spellCheck={false}
                value={row.name}
                onChange={(event) => change(row.key, { name: event.target.value })}
                onBlur={onEnd}
              />
              {secrets ? (
                <IconButton
                  label={t('field.secret')}
                  size="small"
                  aria-pressed={isSecretReference(row.value)}
                  className={isSecretReference(row.value) ? 'on' : undefined}
                  onClick={() =>
                    change(row.key, { value: isSecretReference(row.value) ? '' : { $secret: '' } })
                  }
                >
                  <KeyRound className="i" aria-hidden />
                </IconButton>
              ) : null}
              <IconButton
                label={t('field.remove', { name: row.name })}
                size="small"
                onClick={() => put(rows.filter((other) => other.key !== row.key))}
              >
                <X className="i" aria-hidden />
              </IconButton>
            </div>
            <MapValue
              row={row}
              onChange={(next) => change(row.key, { value: next })}
              onEnd={onEnd}
              readable={readable}
            />
            {double ? <p className="msg-e">{t('field.double')}</p> : null}
          </div>
        );
      })}
      <Button size="small" onClick={() => setRows([...rows, { key: number.current++, name: '', value: '' }])}>
        <Plus className="i" aria-hidden />
        {t('field.add')}
      </Button>
    </div>
  );
}

interface MapValueProps {
  readonly row: Row;
  readonly onChange: (value: JsonValue) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
}

function MapValue({ row, onChange, onEnd, readable }: MapValueProps) {
  const t = useTranslations('canvas');
  const label = t('field.value', { name: row.name });
  if (isSecretReference(row.value)) {
    return (
      <span className="in-icon secret">
        <KeyRound className="i" aria-hidden />
        <input
          className="in mono"
          aria-label={t('field.secretName')}
          placeholder={t('field.secretName')}
          value={row.value.$secret}
          onChange={(event) => onChange({ $secret: event.target.value })}
          onBlur={onEnd}
          spellCheck={false}
        />
      </span>
    );
  }
  if (typeof row.value === 'object' && row.value !== null) {
    return (
      <JsonText
        id={`map-${row.key}`}
        invalid={false}
        describedBy=""
        rows={2}
        value={row.value}
        onChange={(next) => onChange(next ?? '')}
        onEnd={onEnd}
      />
    );
  }
  return (
    <TemplateInput
      label={label}
      value={typeof row.value === 'string' ? row.value : JSON.stringify(row.value)}
      onChange={(text) => onChange(keepKind(row.value, text))}
      onEnd={onEnd}
      readable={readable}
      placeholder={t('field.valuePlaceholder')}
    />
  );
}

/** A number or yes/no that is edited stays one as long as it reads as one that loses nothing. */
function keepKind(before: JsonValue, text: string): JsonValue {
  if (typeof before === 'string') return text;
  const next = readTypedJson(text);
  return next.ok && next.value !== undefined && typeof next.value !== 'object' ? next.value : text;
}
