'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';
import { TemplateInput } from './template-input';
import { TemplateValue } from './template-json-field';
import { TemplateMap } from './template-map-field';

const TYPES = ['json', 'form', 'multipart', 'text', 'none'] as const;

/** The body of a request: its kind, and a value in the form that fits. */
export function HttpBodyField(props: ControlProps) {
  const t = useTranslations('canvas');
  const body = isJsonObject(props.value ?? null) ? (props.value as JsonObject) : undefined;
  const type = typeof body?.type === 'string' ? body.type : body ? 'json' : 'none';
  const put = (value: JsonValue | undefined) => {
    const { value: _, ...rest } = body ?? {};
    props.onChange(value === undefined ? { ...rest, type } : { ...rest, type, value });
  };
  const setType = (next: string) => {
    if (next === 'none') return props.onChange(undefined);
    const fields = next === 'form' || next === 'multipart';
    const kept = body?.value;
    const fits = fields ? isJsonObject(kept ?? null) : next !== 'text' || typeof kept === 'string';
    props.onChange({ type: next, value: fits && kept !== undefined ? kept : next === 'text' ? '' : {} });
  };
  return (
    <div className="rows">
      <select
        className="in"
        aria-label={t('field.bodyType')}
        value={type}
        onChange={(event) => setType(event.target.value)}
      >
        {TYPES.map((each) => (
          <option key={each} value={each}>
            {t(`field.body.${each}`)}
          </option>
        ))}
      </select>
      {type === 'json' ? (
        <TemplateValue {...props} value={body?.value} onChange={put} label={t('field.bodyValue')} />
      ) : null}
      {type === 'form' || type === 'multipart' ? (
        <TemplateMap {...props} value={body?.value} onChange={put} required secrets={false} />
      ) : null}
      {type === 'text' ? (
        <TemplateInput
          label={t('field.bodyValue')}
          value={typeof body?.value === 'string' ? body.value : ''}
          onChange={put}
          onEnd={props.onEnd}
          readable={props.readable}
          rows={4}
        />
      ) : null}
    </div>
  );
}
