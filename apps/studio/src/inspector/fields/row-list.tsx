'use client';

import type { JsonValue } from '@weftwork/schema';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/button';
import { Grip, useReorder } from '../reorder';

export interface RowListProps<Item extends JsonValue> {
  readonly items: readonly Item[];
  readonly onChange: (items: Item[]) => void;
  readonly onEnd: () => void;
  /** What an item is called, for its grip and its cross. */
  readonly nameOf: (item: Item, index: number) => string;
  readonly add: { readonly label: string; readonly fresh: () => Item };
  readonly children: (item: Item, index: number, change: (item: Item) => void) => ReactNode;
}

/** A list whose items are added, removed and put into another order. Each draws itself. */
export function RowList<Item extends JsonValue>(props: RowListProps<Item>) {
  const t = useTranslations('canvas');
  const { items, onChange, onEnd, nameOf, add } = props;
  const put = (next: Item[]) => {
    onChange(next);
    onEnd();
  };
  const move = (from: number, to: number) => {
    const next = [...items];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
  };
  const order = useReorder(items.length, move, onEnd);
  return (
    <div className="rows" {...order.list}>
      {items.map((item, index) => {
        const name = nameOf(item, index);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone
          <div className="list-row" key={index} {...order.item(index)}>
            <Grip name={name} {...order.grip(index)} />
            <div className="list-row-in">
              {props.children(item, index, (next) => onChange(items.with(index, next)))}
            </div>
            <IconButton
              label={t('field.remove', { name })}
              size="small"
              onClick={() => put(items.filter((_, other) => other !== index))}
            >
              <X className="i" aria-hidden />
            </IconButton>
          </div>
        );
      })}
      <Button size="small" onClick={() => put([...items, add.fresh()])}>
        <Plus className="i" aria-hidden />
        {add.label}
      </Button>
    </div>
  );
}
