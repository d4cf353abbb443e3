'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import { Info } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Segmented } from '../../ui/segmented';
import type { ControlProps } from '../field-editor';
import { JsonCode } from '../fields/json-code';
import { BranchList } from './branch-list';
import { FieldDetails } from './field-details';
import { FieldList } from './field-list';
import { whyNoFields } from './schema-fields';
import { DetailsContext } from './schema-parts';

type Mode = 'fields' | 'json';

export type SchemaEditorProps = Pick<ControlProps, 'control' | 'label' | 'onEnd'> & {
  readonly value: JsonObject | undefined;
  readonly onChange: (value: JsonObject | undefined) => void;
};

/** A JSON Schema of an object as fields in the order people see, or as JSON. Both are views of one value. */
export function SchemaEditor({ value, onChange, onEnd, control, label }: SchemaEditorProps) {
  const t = useTranslations('inspector');
  const [mode, setMode] = useState<Mode>('fields');
  const hidden = whyNoFields(value);
  const shown = hidden ? 'json' : mode;
  return (
    <div className="schema">
      <Segmented<Mode>
        label={t('schema.view')}
        value={shown}
        options={[
          { id: 'fields', label: t('schema.fields') },
          { id: 'json', label: 'JSON' },
        ]}
        onChange={setMode}
      />
      {hidden ? (
        <p className="help hint">
          <Info className="i" aria-hidden />{' '}
          <span>{t(`schema.hidden.${hidden.reason}`, { name: hidden.name })}</span>
        </p>
      ) : null}
      {shown === 'fields' ? (
        <DetailsContext value={FieldDetails}>
          <FieldList value={value} onChange={onChange} onEnd={onEnd} />
          {Array.isArray(value?.oneOf) ? (
            <BranchList value={value} onChange={onChange} onEnd={onEnd} />
          ) : null}
        </DetailsContext>
      ) : (
        <JsonCode
          control={control}
          label={label}
          value={value}
          onChange={(next) => (next === undefined || isJsonObject(next)) && onChange(next)}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}
