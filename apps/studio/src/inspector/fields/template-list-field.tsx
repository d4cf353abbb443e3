'use client';

import type { JsonValue } from '@weftwork/schema';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button, IconButton } from '../../ui/button';
import type { ControlProps } from '../field-editor';
import { TemplateInput } from './template-input';

/** Values in order, such as the parameters of an SQL text: the first is $1. */
export function TemplateListField({ value, onChange, onEnd, readable, control }: ControlProps) {
  const t = useTranslations('canvas');
  const items = Array.isArray(value) ? value : [];
  const put = (next: JsonValue[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <div className="rows">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a list are told apart by their place alone
        <div className="row" key={index}>
          <span className="row-number">{index + 1}</span>
          <TemplateInput
            label={t('field.value', { name: index + 1 })}
            invalid={control.invalid}
            value={typeof item === 'string' ? item : JSON.stringify(item)}
            onChange={(text) => put(items.with(index, text))}
            onEnd={onEnd}
            readable={readable}
          />
          <IconButton
            label={t('field.remove', { name: index + 1 })}
            size="small"
            onClick={() => put(items.filter((_, other) => other !== index))}
          >
            <X className="i" aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="small" onClick={() => put([...items, ''])}>
        <Plus className="i" aria-hidden />
        {t('field.add')}
      </Button>
    </div>
  );
}
