'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import type { ControlProps } from '../field-editor';
import { SchemaEditor } from '../schema/schema-editor';

/** A schema in a node's config, such as the form that a person fills in. */
export function JsonSchemaField({ value, onChange, onEnd, control, label }: ControlProps) {
  const schema = isJsonObject(value ?? null) ? (value as JsonObject) : undefined;
  return <SchemaEditor value={schema} onChange={onChange} onEnd={onEnd} control={control} label={label} />;
}
