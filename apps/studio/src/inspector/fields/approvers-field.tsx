'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useNodeIssues } from '../../canvas/canvas-store';
import type { ControlProps } from '../field-editor';
import { FieldFrame } from '../field-frame';
import { NumberInput } from './plain-fields';
import { RowList } from './row-list';
import { TextInput } from './text-input';

const FIELD = '/config/approvers';

/** Who must approve: how many, of which groups, and why. What is left empty is left out. */
export function ApproversField({ node, value, onChange, onEnd }: ControlProps) {
  const t = useTranslations('inspector');
  const issues = useNodeIssues(node.id);
  const approvers = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const put = (name: string, part: JsonValue | undefined) => {
    const { [name]: _, ...rest } = approvers;
    const next = part === undefined ? rest : { ...rest, [name]: part };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  const groups = Array.isArray(approvers.groups) ? approvers.groups.map(String) : [];
  return (
    <div className="parts">
      <FieldFrame label={t('approvers.required')} field={`${FIELD}/required`} issues={issues}>
        {(control) => (
          <NumberInput
            {...control}
            value={typeof approvers.required === 'number' ? approvers.required : undefined}
            placeholder="1"
            onChange={(required) => put('required', required)}
            onEnd={onEnd}
          />
        )}
      </FieldFrame>
      <FieldFrame label={t('approvers.groups')} field={`${FIELD}/groups`} issues={issues} group>
        {() => (
          <RowList
            items={groups}
            onChange={(next) => put('groups', next.length === 0 ? undefined : next)}
            onEnd={onEnd}
            nameOf={(group, index) => group || t('approvers.group', { place: index + 1 })}
            add={{ label: t('approvers.addGroup'), fresh: () => '' }}
          >
            {(group, index, change) => (
              <FieldFrame
                label={t('approvers.group', { place: index + 1 })}
                labelHidden
                field={`${FIELD}/groups/${index}`}
                issues={issues}
              >
                {(control) => <TextInput control={control} value={group} onChange={change} onEnd={onEnd} />}
              </FieldFrame>
            )}
          </RowList>
        )}
      </FieldFrame>
      <FieldFrame label={t('approvers.reason')} field={`${FIELD}/reason`} issues={issues}>
        {(control) => (
          <TextInput
            control={control}
            value={typeof approvers.reason === 'string' ? approvers.reason : ''}
            onChange={(text) => put('reason', text || undefined)}
            onEnd={onEnd}
          />
        )}
      </FieldFrame>
    </div>
  );
}
