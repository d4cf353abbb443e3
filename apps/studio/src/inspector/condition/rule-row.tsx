'use client';

import type { JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { TemplateInput } from '../fields/template-input';
import { sideText, sideValue } from './operand';

const BINARY = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains'] as const;
const UNARY = ['is_null', 'not_null', 'is_empty', 'not_empty'] as const;
const KNOWN: readonly string[] = [...BINARY, ...UNARY];

const isUnary = (op: unknown) => UNARY.some((each) => each === op);

/** One comparison: left, operator, right. An operator that looks at one side hides the other. */
export function RuleRow(props: {
  rule: JsonObject;
  label: string;
  readable: readonly string[];
  onChange: (rule: JsonObject) => void;
  onEnd: () => void;
}) {
  const t = useTranslations('canvas');
  const { rule, onChange, onEnd, readable, label } = props;
  const op = typeof rule.op === 'string' ? rule.op : 'eq';
  const set = (part: JsonObject) => {
    const { right, ...rest } = { left: '', ...rule, op, ...part } as JsonObject;
    onChange(isUnary(rest.op) ? rest : { ...rest, right: right ?? '' });
  };
  return (
    <div className="rule">
      <TemplateInput
        label={t('condition.side', { rule: label, side: t('condition.left') })}
        value={sideText(rule.left)}
        onChange={(left) => set({ left: sideValue(left) })}
        onEnd={onEnd}
        readable={readable}
        placeholder="{{ … }}"
      />
      <div className="rule-right">
        <select
          className="in"
          aria-label={t('condition.operator')}
          value={op}
          onChange={(event) => set({ op: event.target.value })}
        >
          {KNOWN.includes(op) ? null : <option value={op}>{op}</option>}
          {[...BINARY, ...UNARY].map((each) => (
            <option key={each} value={each}>
              {t(`condition.op.${each}`)}
            </option>
          ))}
        </select>
        {isUnary(op) ? null : (
          <TemplateInput
            label={t('condition.side', { rule: label, side: t('condition.right') })}
            value={sideText(rule.right)}
            onChange={(right) => set({ right: sideValue(right) })}
            onEnd={onEnd}
            readable={readable}
            placeholder={t('condition.right')}
          />
        )}
      </div>
    </div>
  );
}
