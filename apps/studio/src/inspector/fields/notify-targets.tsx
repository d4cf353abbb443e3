'use client';

import { isJsonObject, type JsonObject, type JsonValue, type WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useNodeIssues } from '../../canvas/canvas-store';
import { FieldFrame } from '../field-frame';
import { RowList } from './row-list';
import { TextInput } from './text-input';
import { FRESH_TARGET, TARGETS, type Target } from './timeout-policy';

export interface NotifyTargetsProps {
  readonly node: WorkflowNode;
  readonly field: string;
  readonly value: readonly JsonObject[];
  readonly onChange: (targets: JsonObject[]) => void;
  readonly onEnd: () => void;
}

/** Whom a policy tells: web addresses that get the event, and Slack channels. */
export function NotifyTargets({ node, field, value, onChange, onEnd }: NotifyTargetsProps) {
  const t = useTranslations('inspector');
  return (
    <RowList
      items={value}
      onChange={onChange}
      onEnd={onEnd}
      nameOf={(_, index) => t('timeout.target', { place: index + 1 })}
      add={{ label: t('timeout.addTarget'), fresh: () => FRESH_TARGET.webhook }}
    >
      {(target, index, change) => (
        <TargetRow
          node={node}
          name={t('timeout.target', { place: index + 1 })}
          field={`${field}/${index}`}
          value={target}
          onChange={change}
          onEnd={onEnd}
        />
      )}
    </RowList>
  );
}

const PARTS = { webhook: ['url'], slack: ['webhookUrl', 'channel'] } as const;

interface TargetRowProps {
  readonly node: WorkflowNode;
  readonly name: string;
  readonly field: string;
  readonly value: JsonObject;
  readonly onChange: (target: JsonObject) => void;
  readonly onEnd: () => void;
}

function TargetRow({ node, name, field, value, onChange, onEnd }: TargetRowProps) {
  const t = useTranslations('inspector');
  const issues = useNodeIssues(node.id);
  const kind = TARGETS.find((each) => isJsonObject(value[each] ?? null)) ?? 'webhook';
  const target = (value[kind] ?? {}) as JsonObject;
  const put = (part: string, text: string) => {
    const { [part]: _, ...rest } = target;
    onChange({ [kind]: text === '' && part === 'channel' ? rest : { ...rest, [part]: text } });
  };
  return (
    <FieldFrame label={name} labelHidden field={field} issues={issues} group>
      {(control) => (
        <div className="parts">
          <select
            className="in"
            aria-label={name}
            aria-invalid={control.invalid}
            aria-describedby={control.describedBy}
            value={kind}
            onChange={(event) => onChange(FRESH_TARGET[event.target.value as Target])}
          >
            {TARGETS.map((each) => (
              <option key={each} value={each}>
                {t(`timeout.kinds.${each}`)}
              </option>
            ))}
          </select>
          {PARTS[kind].map((part) => (
            <FieldFrame
              key={part}
              label={t(`timeout.parts.${part}`)}
              field={`${field}/${kind}/${part}`}
              issues={issues}
            >
              {(inner) => (
                <TextInput
                  control={inner}
                  value={textOf(target[part])}
                  spellCheck={false}
                  onChange={(text) => put(part, text)}
                  onEnd={onEnd}
                />
              )}
            </FieldFrame>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');
