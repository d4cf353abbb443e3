'use client';

import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';

export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
}

/**
 * One of a list. Nothing chosen means the default, where there is one; a value that the list does not have stays chosen,
 * so that a graph from elsewhere loses nothing.
 */
export function ChoiceSelect(props: {
  control: ControlProps['control'];
  value: string;
  choices: readonly Choice[];
  /** What applies while nothing is chosen, in words. */
  byDefault?: string | undefined;
  /** Whether nothing can be chosen again. */
  clearable: boolean;
  onChange: (value: string | undefined) => void;
}) {
  const t = useTranslations('canvas');
  const { control, value, choices, byDefault } = props;
  const isKnown = value === '' || choices.some(({ name }) => name === value);
  return (
    <select
      id={control.id}
      className="in"
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      value={value}
      onChange={(event) => props.onChange(event.target.value === '' ? undefined : event.target.value)}
    >
      {props.clearable || value === '' ? (
        <option value="">{byDefault ? t('field.byDefault', { value: byDefault }) : t('field.choose')}</option>
      ) : null}
      {isKnown ? null : <option value={value}>{value}</option>}
      {choices.map(({ name, label }) => (
        <option key={name} value={name}>
          {label}
        </option>
      ))}
    </select>
  );
}
