'use client';

import { isJsonObject, type JsonObject, type JsonValue, type WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useNodeIssues } from '../../canvas/canvas-store';
import { FieldFrame } from '../field-frame';
import { AssigneeRow } from './assignee-field';
import { NotifyTargets } from './notify-targets';
import { RowList } from './row-list';
import { FRESH_POLICY, type Policy, STAGES } from './timeout-policy';

export interface PolicyRowsProps {
  readonly node: WorkflowNode;
  /** What the choice of the policy is called. */
  readonly label: string;
  /** JSON Pointer from the node. */
  readonly field: string;
  readonly offered: readonly Policy[];
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly onEnd: () => void;
}

/** One policy: which it is, and below what it needs beside its name. */
export function PolicyRows(props: PolicyRowsProps) {
  const t = useTranslations('inspector');
  const { node, field, value, onChange } = props;
  const issues = useNodeIssues(node.id);
  const policy = value.policy as Policy;
  const isApproval = (node.config.mode ?? 'approval') === 'approval';
  const offered = props.offered.filter((each) => each !== 'autoApprove' || isApproval || policy === each);
  return (
    <div className="parts">
      <FieldFrame label={props.label} labelHidden field={`${field}/policy`} issues={issues}>
        {(control) => (
          <select
            id={control.id}
            className="in"
            aria-invalid={control.invalid}
            aria-describedby={control.describedBy}
            value={policy}
            onChange={(event) => onChange(FRESH_POLICY[event.target.value as Policy])}
          >
            {offered.map((each) => (
              <option key={each} value={each}>
                {t(`timeout.${each}`)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <PolicyDetails {...props} policy={policy} />
    </div>
  );
}

function PolicyDetails({ policy, ...props }: PolicyRowsProps & { policy: Policy }) {
  const t = useTranslations('inspector');
  const { node, field, value, onChange, onEnd } = props;
  const issues = useNodeIssues(node.id);
  switch (policy) {
    case 'autoReject':
    case 'autoApprove':
      return null;
    case 'notify':
      return (
        <FieldFrame label={t('timeout.targets')} field={`${field}/targets`} issues={issues} group>
          {() => (
            <NotifyTargets
              node={node}
              field={`${field}/targets`}
              value={listOf(value.targets)}
              onChange={(targets) => onChange(targets.length === 0 ? { policy } : { policy, targets })}
              onEnd={onEnd}
            />
          )}
        </FieldFrame>
      );
    case 'escalate':
      return (
        <FieldFrame label={t('timeout.to')} field={`${field}/to`} issues={issues} group>
          {(control) => (
            <AssigneeRow
              control={control}
              label={t('timeout.to')}
              value={value.to}
              required
              onChange={(to) => onChange({ policy, ...(to === undefined ? {} : { to }) })}
              onEnd={onEnd}
            />
          )}
        </FieldFrame>
      );
    case 'chain':
      return (
        <FieldFrame label={t('timeout.policies')} field={`${field}/policies`} issues={issues} group>
          {() => (
            <RowList
              items={listOf(value.policies)}
              onChange={(policies) => onChange({ policy, policies })}
              onEnd={onEnd}
              nameOf={(_, index) => t('timeout.policyAt', { place: index + 1 })}
              add={{ label: t('timeout.addPolicy'), fresh: () => FRESH_POLICY.autoReject }}
            >
              {(stage, index, change) => (
                <PolicyRows
                  node={node}
                  label={t('timeout.policyAt', { place: index + 1 })}
                  field={`${field}/policies/${index}`}
                  offered={STAGES}
                  value={stage}
                  onChange={change}
                  onEnd={onEnd}
                />
              )}
            </RowList>
          )}
        </FieldFrame>
      );
  }
}

const listOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];
