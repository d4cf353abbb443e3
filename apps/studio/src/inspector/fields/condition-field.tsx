'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { conditionText } from '../../canvas/node-summary';
import { Segmented } from '../../ui/segmented';
import type { ControlProps } from '../field-editor';
import { JsonText } from './json-text';
import { TemplateInput } from './template-input';

const BINARY = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains'] as const;
const UNARY = ['is_null', 'not_null', 'is_empty', 'not_empty'] as const;

type Mode = 'rule' | 'text' | 'tree';

export type ConditionProps = Pick<ControlProps, 'value' | 'onChange' | 'onEnd' | 'readable' | 'control'> & {
  readonly label: string;
};

export function ConditionField(props: ControlProps) {
  return <ConditionEditor {...props} label={props.field.name} />;
}

/** A condition: a row of left, operator and right, an expression, or for several rules at once its tree. */
export function ConditionEditor(props: ConditionProps) {
  const t = useTranslations('canvas');
  const { value, onChange } = props;
  const mode = modeOf(value);
  const choose = (next: Mode) => {
    if (next === mode) return;
    if (next === 'text') onChange(expressionOf(value));
    else if (next === 'rule') onChange(ruleOf(value));
    else onChange({ all: [value === undefined || value === '' ? ruleOf(undefined) : value] });
  };
  return (
    <div className="condition">
      <Segmented<Mode>
        label={t('condition.kind')}
        value={mode}
        options={[
          { id: 'rule', label: t('condition.rule') },
          { id: 'text', label: t('condition.text') },
          { id: 'tree', label: t('condition.tree') },
        ]}
        onChange={choose}
      />
      {mode === 'text' ? (
        <TemplateInput
          label={props.label}
          bare
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onEnd={props.onEnd}
          readable={props.readable}
          placeholder="inputs.n > 3"
        />
      ) : null}
      {mode === 'tree' ? (
        <>
          <JsonText {...props.control} value={value} onChange={onChange} onEnd={props.onEnd} rows={5} />
          <p className="preview mut">{conditionText(value)}</p>
        </>
      ) : null}
      {mode === 'rule' ? <Rule {...props} /> : null}
    </div>
  );
}

function Rule({ value, onChange, onEnd, readable, label }: ConditionProps) {
  const t = useTranslations('canvas');
  const rule = isJsonObject(value ?? null) ? (value as JsonObject) : {};
  const op = typeof rule.op === 'string' ? rule.op : 'eq';
  const unary = UNARY.some((each) => each === op);
  const set = (part: JsonObject) => {
    const next: JsonObject = { ...rule, op, ...part };
    const { right, ...rest } = next;
    onChange(UNARY.some((each) => each === next.op) ? rest : { ...rest, right: right ?? '' });
  };
  return (
    <div className="rule">
      <TemplateInput
        label={`${label}: ${t('condition.left')}`}
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
          {[...BINARY, ...UNARY].map((each) => (
            <option key={each} value={each}>
              {t(`condition.op.${each}`)}
            </option>
          ))}
        </select>
        {unary ? null : (
          <TemplateInput
            label={`${label}: ${t('condition.right')}`}
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

function modeOf(value: JsonValue | undefined): Mode {
  if (value === undefined) return 'rule';
  if (typeof value === 'string') return 'text';
  return isJsonObject(value) && ('op' in value || 'left' in value) ? 'rule' : 'tree';
}

/** Numbers, yes, no and null as themselves; other texts as texts. A text that reads as a number keeps its quotes. */
function sideText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return sideValue(value) === value ? value : JSON.stringify(value);
}

function sideValue(text: string): JsonValue {
  if (text.includes('{{')) return text;
  if (/^(-?(0|[1-9]\d*)(\.\d+)?|true|false|null|".*"|\[.*\]|\{.*\})$/s.test(text.trim())) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      return text;
    }
  }
  return text;
}

/** The expression that says the same as a rule, as far as one row goes. */
function expressionOf(value: JsonValue | undefined): string {
  if (!isJsonObject(value ?? null)) return '';
  const { left, op, right } = value as JsonObject;
  if (typeof op !== 'string') return '';
  const [a, b] = [operand(left), operand(right)];
  const signs: Record<string, string> = { eq: '==', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' };
  if (signs[op]) return `${a} ${signs[op]} ${b}`;
  switch (op) {
    case 'contains':
      return `contains(${a}, ${b})`;
    case 'not_contains':
      return `!contains(${a}, ${b})`;
    case 'is_null':
      return `${a} == null`;
    case 'not_null':
      return `${a} != null`;
    case 'is_empty':
      return `isEmpty(${a})`;
    default:
      return `!isEmpty(${a})`;
  }
}

function operand(value: JsonValue | undefined): string {
  if (typeof value !== 'string') return JSON.stringify(value ?? null);
  const hole = /^\s*\{\{\s*([\s\S]*?)\s*\}\}\s*$/.exec(value);
  return hole ? hole[1]! : JSON.stringify(value);
}

/** The row that says the same as a simple expression; else a fresh one. */
function ruleOf(value: JsonValue | undefined): JsonObject {
  const fresh = { left: '', op: 'eq', right: '' };
  if (isJsonObject(value ?? null)) {
    const { all, any } = value as JsonObject;
    const list = Array.isArray(all) ? all : Array.isArray(any) ? any : [];
    const [only] = list;
    return list.length === 1 && isJsonObject(only ?? null) ? (only as JsonObject) : fresh;
  }
  const found = /^\s*([\p{L}\p{N}_$.[\]"-]+)\s*(==|!=|>=|<=|>|<)\s*(.+?)\s*$/u.exec(
    typeof value === 'string' ? value : '',
  );
  if (!found || /&&|\|\|/.test(found[3]!)) return fresh;
  const ops: Record<string, string> = {
    '==': 'eq',
    '!=': 'ne',
    '>': 'gt',
    '>=': 'gte',
    '<': 'lt',
    '<=': 'lte',
  };
  const right = /^(inputs|nodes|run)\b/.test(found[3]!)
    ? `{{ ${found[3]} }}`
    : sideValue(found[3]!.replace(/^'(.*)'$/, '"$1"'));
  return { left: `{{ ${found[1]} }}`, op: ops[found[2]!]!, right };
}
