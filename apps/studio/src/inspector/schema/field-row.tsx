'use client';

import { Asterisk, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ComponentProps, useContext, useId, useState } from 'react';
import { IconButton } from '../../ui/button';
import { Grip, type Reorder } from '../reorder';
import { KindSelect } from './kind-select';
import type { SchemaField } from './schema-fields';
import { DetailsContext } from './schema-parts';

/** One field: its name, its kind, whether it is needed; opened, all the rest. */
export function FieldRow(props: {
  field: SchemaField;
  isTaken: (name: string) => boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (field: SchemaField) => void;
  onRemove: () => void;
  onEnd: () => void;
  grip: Omit<ComponentProps<typeof Grip>, 'name'>;
  item: ReturnType<Reorder['item']>;
}) {
  const t = useTranslations('inspector');
  const { field, open, onChange, onEnd } = props;
  const { name, schema, required } = field;
  const id = useId();
  const Details = useContext(DetailsContext);
  const Fold = open ? ChevronDown : ChevronRight;
  return (
    <div className="sf" {...props.item} data-field-name={name}>
      <div className="sf-head">
        <Grip name={name} {...props.grip} />
        <FieldName {...props} />
        <KindSelect
          schema={schema}
          label={t('schema.kindOf', { name })}
          onChange={(next) => {
            onChange({ ...field, schema: next });
            onEnd();
          }}
        />
        <IconButton
          label={t('schema.needed', { name })}
          title={t(required ? 'schema.isNeeded' : 'schema.notNeeded')}
          size="small"
          className="sf-need"
          aria-pressed={required}
          onClick={() => onChange({ ...field, required: !required })}
        >
          <Asterisk className="i" aria-hidden />
        </IconButton>
        <IconButton
          label={t('schema.more', { name })}
          size="small"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => props.onOpen(!open)}
        >
          <Fold className="i" aria-hidden />
        </IconButton>
        <IconButton label={t('schema.remove', { name })} size="small" onClick={props.onRemove}>
          <X className="i" aria-hidden />
        </IconButton>
      </div>
      <div id={id} hidden={!open}>
        {open ? (
          <Details
            name={name}
            value={schema}
            onChange={(next) => onChange({ ...field, schema: next })}
            onEnd={onEnd}
          />
        ) : null}
      </div>
    </div>
  );
}

/** A name is taken when it is finished: half a name may be another field's. */
function FieldName({
  field,
  isTaken,
  onChange,
  onEnd,
}: Pick<ComponentProps<typeof FieldRow>, 'field' | 'isTaken' | 'onChange' | 'onEnd'>) {
  const t = useTranslations('inspector');
  const [text, setText] = useState<string>();
  const wrong = text !== undefined && (text === '' || isTaken(text));
  const take = () => {
    if (text !== undefined && !wrong && text !== field.name) onChange({ ...field, name: text });
    setText(undefined);
    onEnd();
  };
  return (
    <input
      className="in mono sf-name"
      aria-label={t('schema.name')}
      aria-invalid={wrong}
      title={wrong ? t(text === '' ? 'schema.noName' : 'schema.taken') : field.name}
      spellCheck={false}
      value={text ?? field.name}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
        if (event.key === 'Escape' && text !== undefined) {
          event.stopPropagation();
          setText(undefined);
        }
      }}
    />
  );
}
