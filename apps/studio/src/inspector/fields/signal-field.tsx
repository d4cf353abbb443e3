'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';
import { TemplateInput } from './template-input';

/** Which signal a gate waits for: its name, and the key that tells one occurrence from another. */
export function SignalField({ value, onChange, onEnd, readable, control }: ControlProps) {
  const t = useTranslations('inspector');
  const signal = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const put = (part: JsonObject) => onChange({ name: '', key: '', ...signal, ...part });
  return (
    <div className="sf-list rows">
      <div className="sf-row">
        <label htmlFor={control.id}>{t('signal.name')}</label>
        <input
          id={control.id}
          className="in mono"
          aria-invalid={control.invalid}
          aria-describedby={control.describedBy}
          placeholder="order.paid"
          spellCheck={false}
          value={textOf(signal.name)}
          onChange={(event) => put({ name: event.target.value })}
          onBlur={onEnd}
        />
      </div>
      <div className="sf-row">
        <label htmlFor={`${control.id}-key`}>{t('signal.key')}</label>
        <TemplateInput
          id={`${control.id}-key`}
          value={textOf(signal.key)}
          onChange={(key) => put({ key })}
          onEnd={onEnd}
          readable={readable}
          placeholder="{{ … }}"
        />
      </div>
    </div>
  );
}

const textOf = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
