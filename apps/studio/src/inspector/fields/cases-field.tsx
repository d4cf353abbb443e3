'use client';

import { isJsonObject, type JsonObject, type JsonValue } from '@weftwork/schema';
import { Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button';
import { ConditionEditor } from '../condition/condition-editor';
import type { ControlProps } from '../field-editor';
import { Grip, useReorder } from '../reorder';

/** The cases of a condition, tried from the top. Each is an output of the node; what fits none goes on at `else`. */
export function CasesField({ value, onChange, onEnd, readable, control }: ControlProps) {
  const t = useTranslations('canvas');
  const cases = (Array.isArray(value) ? value : []).filter(isJsonObject);
  const put = (next: JsonObject[]) => onChange(next as JsonValue);
  const change = (index: number, part: JsonObject) => put(cases.with(index, { ...cases[index], ...part }));
  const move = (from: number, to: number) => {
    const next = [...cases];
    const [one] = next.splice(from, 1);
    next.splice(to, 0, one!);
    put(next);
  };
  const order = useReorder(cases.length, move, onEnd);
  const add = () => {
    const taken = new Set(cases.map((each) => each.id));
    let number = cases.length + 1;
    while (taken.has(`case_${number}`)) number += 1;
    put([...cases, { id: `case_${number}`, when: { left: '', op: 'eq', right: '' } }]);
  };
  return (
    <div className="rows" {...order.list}>
      {cases.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids change while they are typed; the place stays
        <fieldset className="case" key={index} data-field={`/config/cases/${index}`} {...order.item(index)}>
          <legend className="sr">{t('cases.case', { number: index + 1 })}</legend>
          <div className="case-head">
            <Grip name={String(each.label ?? each.id ?? index + 1)} {...order.grip(index)} />
            <CaseId id={String(each.id ?? '')} onChange={(id) => change(index, { id })} onEnd={onEnd} />
            <input
              className="in"
              aria-label={t('cases.label')}
              placeholder={t('cases.label')}
              value={typeof each.label === 'string' ? each.label : ''}
              onChange={(event) => {
                const { label: _, ...rest } = each;
                put(cases.with(index, event.target.value ? { ...rest, label: event.target.value } : rest));
              }}
              onBlur={onEnd}
            />
            <IconButton
              label={t('field.remove', { name: String(each.label ?? each.id) })}
              size="small"
              onClick={() => put(cases.filter((_, other) => other !== index))}
            >
              <X className="i" aria-hidden />
            </IconButton>
          </div>
          <ConditionEditor
            label={String(each.label ?? each.id)}
            value={each.when}
            onChange={(when) => change(index, { when: when ?? '' })}
            onEnd={onEnd}
            readable={readable}
            field={`/config/cases/${index}/when`}
            control={{ ...control, id: `${control.id}-${index}` }}
          />
        </fieldset>
      ))}
      <Button size="small" onClick={add}>
        <Plus className="i" aria-hidden />
        {t('cases.add')}
      </Button>
    </div>
  );
}

/** The id of a case names an output, so it is taken when it is finished: half an id would be another output. */
function CaseId({ id, onChange, onEnd }: { id: string; onChange: (id: string) => void; onEnd: () => void }) {
  const t = useTranslations('canvas');
  const [text, setText] = useState<string>();
  const take = () => {
    if (text !== undefined && text !== id && text !== '') onChange(text);
    setText(undefined);
    onEnd();
  };
  return (
    <input
      className="in mono case-id"
      aria-label={t('cases.id')}
      title={t('cases.idAbout')}
      value={text ?? id}
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape') setText(undefined);
      }}
    />
  );
}
