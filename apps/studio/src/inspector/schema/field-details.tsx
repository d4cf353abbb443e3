'use client';

import { isJsonObject, type JsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { JsonText } from '../fields/json-text';
import { BranchList } from './branch-list';
import { DefaultField } from './default-field';
import { choicesText, keptKeywords, kindOf, withChoices, withKeyword } from './field-kind';
import { FieldList } from './field-list';
import { KindSelect } from './kind-select';
import type { DetailsProps } from './schema-parts';

/** All about one field: the words people read, its default, and what its kind holds. */
export function FieldDetails({ name, value, onChange, onEnd }: DetailsProps) {
  const t = useTranslations('inspector');
  const kept = keptKeywords(value);
  const isOther = kindOf(value) === 'other';
  return (
    <div className="sf-details">
      <Row label={t('schema.title')}>
        {(id) => (
          <input
            id={id}
            className="in"
            placeholder={name}
            value={typeof value.title === 'string' ? value.title : ''}
            onChange={(event) => onChange(withKeyword(value, 'title', event.target.value))}
            onBlur={onEnd}
          />
        )}
      </Row>
      <Row label={t('schema.description')}>
        {(id) => (
          <input
            id={id}
            className="in"
            value={typeof value.description === 'string' ? value.description : ''}
            onChange={(event) => onChange(withKeyword(value, 'description', event.target.value))}
            onBlur={onEnd}
          />
        )}
      </Row>
      <KindDetails name={name} value={value} onChange={onChange} onEnd={onEnd} />
      {isOther || kindOf(value) === 'oneOf' ? null : (
        <Row label={t('schema.default')}>
          {(id) => <DefaultField id={id} schema={value} onChange={onChange} onEnd={onEnd} />}
        </Row>
      )}
      {kept.length > 0 && !isOther ? (
        <p className="help">{t('schema.kept', { names: kept.join(', ') })}</p>
      ) : null}
    </div>
  );
}

/** What a kind holds: choices, fields, items or branches. */
function KindDetails({ name, value, onChange, onEnd }: DetailsProps) {
  const t = useTranslations('inspector');
  const id = useId();
  switch (kindOf(value)) {
    case 'choice':
      return (
        <Row label={t('schema.choices')}>
          {(own) => (
            <textarea
              id={own}
              className="in"
              rows={Math.min(8, Math.max(2, choicesText(value).split('\n').length + 1))}
              // Blank lines while typing are not choices; the text is read anew when the field is left.
              defaultValue={choicesText(value)}
              onChange={(event) => onChange(withChoices(value, event.target.value))}
              onBlur={onEnd}
            />
          )}
        </Row>
      );
    case 'object':
      return (
        <div className="sf-inner">
          <FieldList value={value} onChange={onChange} onEnd={onEnd} />
        </div>
      );
    case 'array': {
      const items = isJsonObject(value.items ?? null) ? (value.items as JsonObject) : {};
      const put = (next: JsonObject) => onChange({ ...value, items: next });
      return (
        <>
          <Row label={t('schema.items')}>
            {() => (
              <KindSelect
                schema={items}
                label={t('schema.itemsOf', { name })}
                onChange={(next) => {
                  put(next);
                  onEnd();
                }}
              />
            )}
          </Row>
          <KindDetails name={name} value={items} onChange={put} onEnd={onEnd} />
        </>
      );
    }
    case 'oneOf':
      return <BranchList value={value} onChange={onChange} onEnd={onEnd} />;
    case 'other':
      return (
        <JsonText
          id={id}
          label={t('schema.jsonOf', { name })}
          invalid={false}
          describedBy=""
          value={value}
          onChange={(next) => isJsonObject(next ?? null) && onChange(next as JsonObject)}
          onEnd={onEnd}
        />
      );
    default:
      return null;
  }
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="sf-row">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}
