'use client';

import { conditionToText } from '@weftwork/expressions';
import type { JsonValue } from '@weftwork/schema';
import {
  ArrowDown,
  ArrowUp,
  Braces,
  CircleSlash,
  Ellipsis,
  FolderOpen,
  FolderPlus,
  Plus,
  X,
} from 'lucide-react';
import { useTranslations } from 'next-intl';
import { createContext, useContext } from 'react';
import { Button, IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { Segmented } from '../../ui/segmented';
import { JsonText } from '../fields/json-text';
import { TemplateInput } from '../fields/template-input';
import { Grip, type Reorder, useReorder } from '../reorder';
import {
  addTo,
  type ConditionRow,
  changeAt,
  FRESH_RULE,
  type Join,
  moveTo,
  negateAt,
  pointerOf,
  type RowPath,
  readRow,
  removeAt,
  unwrapAt,
  wrapAt,
  writeRow,
} from './condition-rows';
import { RuleRow } from './rule-row';

interface Rows {
  readonly tree: JsonValue;
  readonly onChange: (tree: JsonValue) => void;
  readonly onEnd: () => void;
  readonly readable: readonly string[];
  readonly label: string;
  readonly field: string;
}

export const RowsContext = createContext<Rows | undefined>(undefined);

function useRows(): Rows {
  const rows = useContext(RowsContext);
  if (!rows) throw new Error('A row stands outside its condition.');
  return rows;
}

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

interface PartProps {
  readonly row: ConditionRow;
  readonly path: RowPath;
  readonly reorder: Reorder | undefined;
}

function useRowName({ row, path }: Omit<PartProps, 'reorder'>): string {
  const t = useTranslations('inspector');
  return t(row.kind === 'group' ? 'condition.group' : 'condition.rule', { place: (path.at(-1) ?? 0) + 1 });
}

function RowGrip(props: PartProps) {
  const at = props.path.at(-1);
  const grip = at === undefined ? undefined : props.reorder?.grip(at);
  const name = useRowName(props);
  return grip && grip.count > 1 ? <Grip name={name} {...grip} /> : null;
}

/** Says that the opposite counts; pressing it takes that back. */
function NotChip({ path }: { path: RowPath }) {
  const t = useTranslations('inspector');
  const rows = useRows();
  return (
    <button
      type="button"
      className="chip cond-not"
      title={t('condition.notAbout')}
      onClick={() => rows.onChange(negateAt(rows.tree, path))}
    >
      {t('condition.not')}
      <X className="i" aria-hidden />
    </button>
  );
}

/** What can be done with a row or group. */
function RowActs({ row, path, reorder }: PartProps) {
  const t = useTranslations('inspector');
  const rows = useRows();
  const at = path.at(-1);
  const name = useRowName({ row, path });
  const count = at === undefined ? 1 : (reorder?.grip(at).count ?? 1);
  const move = (by: number) => rows.onChange(moveTo(rows.tree, path.slice(0, -1), at!, at! + by));
  return (
    <div className="cond-acts">
      <Menu
        trigger={
          <IconButton label={t('condition.more', { name })} size="small">
            <Ellipsis className="i" aria-hidden />
          </IconButton>
        }
      >
        <MenuItem Icon={CircleSlash} onSelect={() => rows.onChange(negateAt(rows.tree, path))}>
          {t('condition.negate')}
        </MenuItem>
        {at !== undefined && count > 1 ? (
          <>
            <MenuItem Icon={ArrowUp} disabled={at === 0} onSelect={() => move(-1)}>
              {t('condition.up')}
            </MenuItem>
            <MenuItem Icon={ArrowDown} disabled={at === count - 1} onSelect={() => move(1)}>
              {t('condition.down')}
            </MenuItem>
          </>
        ) : null}
        <MenuItem Icon={FolderPlus} onSelect={() => rows.onChange(wrapAt(rows.tree, path))}>
          {t('condition.wrap')}
        </MenuItem>
        {row.kind === 'group' && at !== undefined ? (
          <MenuItem
            Icon={FolderOpen}
            disabled={row.negated}
            onSelect={() => rows.onChange(unwrapAt(rows.tree, path))}
          >
            {t('condition.unwrap')}
          </MenuItem>
        ) : null}
        {row.kind === 'rule' ? (
          <MenuItem Icon={Braces} onSelect={() => rows.onChange(asExpression(rows.tree, path))}>
            {t('condition.toExpression')}
          </MenuItem>
        ) : null}
      </Menu>
      {at === undefined ? null : (
        <IconButton
          label={t('condition.remove', { name })}
          size="small"
          onClick={() => rows.onChange(removeAt(rows.tree, path))}
        >
          <X className="i" aria-hidden />
        </IconButton>
      )}
    </div>
  );
}

/** A row as an expression within the group; alone it would be the text view. */
function asExpression(tree: JsonValue, path: RowPath): JsonValue {
  const made = changeAt(tree, path, (row) =>
    writeRow({ kind: 'expression', negated: row.negated, text: expressionOf(row) }),
  )!;
  return typeof made === 'string' ? { all: [made] } : made;
}

function expressionOf(row: ConditionRow): string {
  try {
    const text = conditionToText(writeRow({ ...row, negated: false }));
    return text === '"" == ""' ? '' : text;
  } catch {
    return '';
  }
}

function RowBody({ row, path }: { row: ConditionRow; path: RowPath }) {
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
