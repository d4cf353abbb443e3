'use client';

import { ArrowDown, ArrowUp, Braces, CircleSlash, Ellipsis, FolderOpen, FolderPlus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '../../ui/button';
import { Menu, MenuItem } from '../../ui/menu';
import { Grip, type Reorder } from '../reorder';
import {
  asExpression,
  type ConditionRow,
  moveTo,
  negateAt,
  type RowPath,
  removeAt,
  unwrapAt,
  wrapAt,
} from './condition-rows';
import { useRows } from './rows-context';

interface PartProps {
  readonly row: ConditionRow;
  readonly path: RowPath;
  readonly reorder: Reorder | undefined;
}

function useRowName({ row, path }: Omit<PartProps, 'reorder'>): string {
  const t = useTranslations('inspector');
  return t(row.kind === 'group' ? 'condition.group' : 'condition.rule', { place: (path.at(-1) ?? 0) + 1 });
}

/** Moves a row by the pointer or the arrow keys, where it has neighbours. */
export function RowGrip(props: PartProps) {
  const at = props.path.at(-1);
  const grip = at === undefined ? undefined : props.reorder?.grip(at);
  const name = useRowName(props);
  return grip && grip.count > 1 ? <Grip name={name} {...grip} /> : null;
}

/** Says that the opposite counts; pressing it takes that back. */
export function NotChip({ path }: { path: RowPath }) {
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
export function RowActs({ row, path, reorder }: PartProps) {
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
