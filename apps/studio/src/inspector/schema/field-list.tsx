'use client';

import type { JsonObject } from '@weftwork/schema';
import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { useReorder } from '../reorder';
import { FieldRow } from './field-row';
import { freshName, moveField, readFields, type SchemaField, writeFields } from './schema-fields';

export interface SchemaPartProps {
  readonly value: JsonObject | undefined;
  readonly onChange: (value: JsonObject) => void;
  readonly onEnd: () => void;
}

/** The fields of an object: added, named, put into order and taken away. */
export function FieldList({ value, onChange, onEnd }: SchemaPartProps) {
  const t = useTranslations('inspector');
  const list = useRef<HTMLDivElement>(null);
  // By name, so that a field that is moved stays open.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const fields = readFields(value);
  const put = (next: readonly SchemaField[]) => onChange(writeFields(value, next));
  const order = useReorder(fields.length, (from, to) => put(moveField(fields, from, to)), onEnd);
  const add = () => {
    put([...fields, { name: freshName(fields), schema: { type: 'string' }, required: false }]);
    onEnd();
    // The name of a new field is what comes next.
    setTimeout(() => {
      const names = list.current?.querySelectorAll<HTMLInputElement>(':scope > .sf > .sf-head .sf-name');
      names?.item(names.length - 1)?.select();
    });
  };
  return (
    <div className="rows sf-list" ref={list} {...order.list}>
      {fields.map((field, index) => (
        <FieldRow
          // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed; the place stays
          key={index}
          field={field}
          isTaken={(name) => fields.some((other, at) => at !== index && other.name === name)}
          open={opened.has(field.name)}
          onOpen={(open) => setOpened(toggled(opened, field.name, open))}
          onChange={(next) => {
            if (opened.has(field.name)) setOpened(toggled(opened, next.name, true));
            put(fields.with(index, next));
          }}
          onRemove={() => put(fields.filter((_, other) => other !== index))}
          onEnd={onEnd}
          grip={order.grip(index)}
          item={order.item(index)}
        />
      ))}
      <Button size="small" onClick={add}>
        <Plus className="i" aria-hidden />
        {t('schema.add')}
      </Button>
    </div>
  );
}

function toggled(names: ReadonlySet<string>, name: string, on: boolean): ReadonlySet<string> {
  const next = new Set(names);
  if (on) next.add(name);
  else next.delete(name);
  return next;
}
