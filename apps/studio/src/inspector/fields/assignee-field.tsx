'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';

const KINDS = ['user', 'group'] as const;
type Kind = (typeof KINDS)[number];

/** Whom a task is for: one person, one group, or whoever may answer. */
export function AssigneeField(props: ControlProps) {
  return <AssigneeRow {...props} />;
}

export interface AssigneeRowProps
  extends Pick<ControlProps, 'value' | 'onChange' | 'onEnd' | 'control' | 'label'> {
  /** Somebody must be named. */
  readonly required?: boolean;
}

/** One person or one group by name. */
export function AssigneeRow({ value, onChange, onEnd, control, label, required }: AssigneeRowProps) {
  const t = useTranslations('inspector');
  const assignee = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const kind = KINDS.find((each) => assignee[each] !== undefined);
  const name = kind === undefined ? '' : String(assignee[kind] ?? '');
  const choose = (next: string) => onChange(next === '' ? undefined : { [next]: name });
  return (
    <div className="assignee">
      <select
        id={control.id}
        className="in"
        aria-label={label}
        aria-describedby={control.describedBy}
        value={kind ?? ''}
        onChange={(event) => choose(event.target.value as Kind | '')}
      >
        {required && kind !== undefined ? null : (
          <option value="">{required ? t('assignee.choose') : t('assignee.anyone')}</option>
        )}
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`assignee.${each}`)}
          </option>
        ))}
      </select>
      {kind === undefined ? null : (
        <input
          className="in"
          aria-label={t('assignee.name')}
          aria-invalid={control.invalid}
          placeholder={t('assignee.name')}
          value={name}
          onChange={(event) => onChange({ [kind]: event.target.value })}
          onBlur={onEnd}
        />
      )}
    </div>
  );
}
