'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';

const POLICIES = ['autoReject', 'autoApprove', 'notify', 'escalate', 'chain'] as const;
type Policy = (typeof POLICIES)[number];

/** What each policy begins with; the first two have nothing to add. */
const FRESH: Readonly<Record<Policy, JsonObject>> = {
  autoReject: { policy: 'autoReject' },
  autoApprove: { policy: 'autoApprove' },
  notify: { policy: 'notify', targets: [{ webhook: { url: 'https://' } }] },
  escalate: { policy: 'escalate', to: { group: '' } },
  chain: { policy: 'chain', policies: [{ policy: 'notify' }, { policy: 'autoReject' }] },
};

/** What happens when nobody answers in time. What a policy needs beside its name is edited as JSON. */
export function TimeoutPolicyField({ node, value, onChange, onEnd, control, label }: ControlProps) {
  const t = useTranslations('inspector');
  const current = isJsonObject(value ?? null) ? (value as JsonObject) : FRESH.autoReject;
  const policy = String(current.policy ?? 'autoReject');
  const isApproval = (node.config.mode ?? 'approval') === 'approval';
  const offered = POLICIES.filter((each) => each !== 'autoApprove' || isApproval || policy === each);
  const isPlain = policy === 'autoReject' || policy === 'autoApprove';
  return (
    <div className="rows">
      <select
        id={control.id}
        className="in"
        aria-label={label}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        value={policy}
        onChange={(event) => onChange(FRESH[event.target.value as Policy])}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {t(`timeout.${each}`)}
          </option>
        ))}
      </select>
      {isPlain ? null : (
        <JsonText
          id={`${control.id}-json`}
          label={`${label}: JSON`}
          invalid={control.invalid}
          describedBy={control.describedBy}
          value={value}
          onChange={onChange}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}
