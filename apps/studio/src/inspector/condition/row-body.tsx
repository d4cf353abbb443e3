'use client';

import { useTranslations } from 'next-intl';
import { JsonText } from '../fields/json-text';
import { TemplateInput } from '../fields/template-input';
import { type ConditionRow, changeAt, FRESH_RULE, type RowPath, writeRow } from './condition-rows';
import { useRows } from './rows-context';
import { RuleRow } from './rule-row';

/** What a row says: a rule, an expression, or as JSON what no row can show. */
export function RowBody({ row, path }: { row: ConditionRow; path: RowPath }) {
  const t = useTranslations('inspector');
  const rows = useRows();
  const put = (next: ConditionRow) => rows.onChange(changeAt(rows.tree, path, () => writeRow(next))!);
  if (row.kind === 'rule') {
    return <RuleRow {...rows} rule={row.rule} onChange={(rule) => put({ ...row, rule })} />;
  }
  if (row.kind === 'expression') {
    return (
      <TemplateInput
        label={t('condition.expression')}
        bare
        value={row.text}
        onChange={(text) => put({ ...row, text })}
        onEnd={rows.onEnd}
        readable={rows.readable}
        placeholder="inputs.ok"
      />
    );
  }
  if (row.kind === 'group') return null;
  return (
    <>
      <p className="msg-e">{t('condition.unknown')}</p>
      <JsonText
        id={`${rows.field}${path.join('-')}`}
        label={t('condition.expression')}
        invalid
        describedBy=""
        value={row.value}
        onChange={(value) => put({ ...row, value: value ?? FRESH_RULE })}
        onEnd={rows.onEnd}
      />
    </>
  );
}
