'use client';

import type { JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';
import { PolicyRows } from './policy-rows';
import { FRESH_POLICY, POLICIES, rowsCanShow } from './timeout-policy';

/** What happens when nobody answers in time. */
export function TimeoutPolicyField({ node, value, onChange, onEnd, control, label }: ControlProps) {
  const t = useTranslations('inspector');
  if (!rowsCanShow(value)) {
    return (
      <>
        <p className="help">{t('timeout.asJson')}</p>
        <JsonText
          id={`${control.id}-json`}
          label={`${label}: JSON`}
          invalid={control.invalid}
          describedBy={control.describedBy}
          value={value}
          onChange={onChange}
          onEnd={onEnd}
        />
      </>
    );
  }
  return (
    <PolicyRows
      node={node}
      label={label}
      field="/config/onTimeout"
      offered={POLICIES}
      value={(value ?? FRESH_POLICY.autoReject) as JsonObject}
      onChange={onChange}
      onEnd={onEnd}
    />
  );
}
