'use client';

import type { JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { FIELD_KINDS, type FieldKind, kindOf, withKind } from './field-kind';

export function KindSelect(props: {
  schema: JsonObject;
  label: string;
  onChange: (schema: JsonObject) => void;
}) {
  const t = useTranslations('inspector');
  const kind = kindOf(props.schema);
  const offered: readonly FieldKind[] = kind === 'other' ? [...FIELD_KINDS, 'other'] : FIELD_KINDS;
  return (
    <select
      className="in"
      aria-label={props.label}
      value={kind}
      onChange={(event) => props.onChange(withKind(props.schema, event.target.value as FieldKind))}
    >
      {offered.map((each) => (
        <option key={each} value={each}>
          {t(`schema.kinds.${each}`)}
        </option>
      ))}
    </select>
  );
}
