'use client';

import type { JsonValue } from '@weftwork/schema';
import { FolderPlus, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button';
import { Segmented } from '../../ui/segmented';
import { type Reorder, useReorder } from '../reorder';
import {
  addTo,
  type ConditionRow,
  changeAt,
  FRESH_RULE,
  type Join,
  moveTo,
  pointerOf,
  type RowPath,
  readRow,
  writeRow,
} from './condition-rows';
import { NotChip, RowActs, RowGrip } from './row-acts';
import { RowBody } from './row-body';
import { useRows } from './rows-context';

interface RowProps {
  readonly value: JsonValue;
  readonly path: RowPath;
  readonly reorder?: Reorder | undefined;
}

/** One row of a condition, or a group with rows of its own. */
export function ConditionRowEditor({ value, path, reorder }: RowProps) {
  const rows = useRows();
  const row = readRow(value);
  const at = path.at(-1);
  return (
    <div
      className={row.kind === 'group' ? 'cond-group' : 'cond-row'}
      data-field={rows.field + pointerOf(rows.tree, path)}
      {...(at === undefined ? {} : reorder?.item(at))}
    >
      {row.kind === 'group' ? (
        <Group row={row} path={path} reorder={reorder} />
      ) : (
        <div className="cond-line">
          <RowGrip row={row} path={path} reorder={reorder} />
          <div className="cond-body">
            {row.negated ? <NotChip path={path} /> : null}
            <RowBody row={row} path={path} />
          </div>
          <RowActs row={row} path={path} reorder={reorder} />
        </div>
      )}
      {path.length === 0 && row.kind !== 'group' ? <AddButtons path={path} /> : null}
    </div>
  );
}

function Group({
  row,
  path,
  reorder,
}: {
  row: Extract<ConditionRow, { kind: 'group' }>;
  path: RowPath;
  reorder: Reorder | undefined;
}) {
  const t = useTranslations('inspector');
  const rows = useRows();
  const own = useReorder(
    row.members.length,
    (from, to) => rows.onChange(moveTo(rows.tree, path, from, to)),
    rows.onEnd,
  );
  return (
    <>
      <div className="cond-head">
        <RowGrip row={row} path={path} reorder={reorder} />
        {row.negated ? <NotChip path={path} /> : null}
        <Segmented<Join>
          label={t('condition.join')}
          value={row.join}
          options={[
            { id: 'all', label: t('condition.all') },
            { id: 'any', label: t('condition.any') },
          ]}
          onChange={(join) => rows.onChange(changeAt(rows.tree, path, () => writeRow({ ...row, join }))!)}
        />
        <span className="sp" />
        <RowActs row={row} path={path} reorder={reorder} />
      </div>
      <div className="cond-members" {...own.list}>
        {row.members.map((member, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          <ConditionRowEditor key={index} value={member} path={[...path, index]} reorder={own} />
        ))}
        {row.members.length === 0 ? (
          <p className="help">{t(row.join === 'all' ? 'condition.emptyAll' : 'condition.emptyAny')}</p>
        ) : null}
      </div>
      <AddButtons path={path} />
    </>
  );
}

function AddButtons({ path }: { path: RowPath }) {
  const t = useTranslations('inspector');
  const rows = useRows();
  const add = (value: JsonValue) => rows.onChange(addTo(rows.tree, path, value));
  return (
    <div className="cond-add">
      <Button size="small" look="ghost" onClick={() => add(FRESH_RULE)}>
        <Plus className="i" aria-hidden />
        {t('condition.addRule')}
      </Button>
      <Button size="small" look="ghost" onClick={() => add({ any: [FRESH_RULE] })}>
        <FolderPlus className="i" aria-hidden />
        {t('condition.addGroup')}
      </Button>
    </div>
  );
}
