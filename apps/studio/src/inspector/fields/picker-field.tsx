'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { listWorkflows } from '../../api/client';
import { useEditor } from '../../editor-page/editor-store';
import type { ControlProps } from '../field-editor';

/** What is known without asking; other names may be typed. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  skill: ['text.statistics', 'text.markdown', 'table.summary'],
  connection: ['demo'],
  provider: ['demo'],
};

/** A name of something that stands elsewhere: chosen from a list where there is one, else typed. */
export function PickerField(props: ControlProps) {
  return props.field.control === 'workflow' ? <WorkflowPicker {...props} /> : <NamePicker {...props} />;
}

function NamePicker({ field, value, fallback, onChange, onEnd, control }: ControlProps) {
  const list = useId();
  return (
    <>
      <input
        id={control.id}
        className="in"
        list={list}
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        value={typeof value === 'string' ? value : ''}
        placeholder={typeof fallback === 'string' ? fallback : undefined}
        onChange={(event) =>
          onChange(event.target.value === '' && !field.required ? undefined : event.target.value)
        }
        onBlur={onEnd}
        spellCheck={false}
      />
      <datalist id={list}>
        {(KNOWN[field.control] ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function WorkflowPicker({ value, onChange, control }: ControlProps) {
  const t = useTranslations('canvas');
  const self = useEditor((state) => state.document.graph.id);
  const query = useQuery({ queryKey: ['workflow-names'], queryFn: () => listWorkflows() });
  const now = typeof value === 'string' ? value : '';
  const others = (query.data?.items ?? []).filter((workflow) => workflow.id !== self);
  const missing = now !== '' && !others.some((workflow) => workflow.id === now);
  return (
    <select
      id={control.id}
      className="in"
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      value={now}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{t('field.choose')}</option>
      {missing ? <option value={now}>{now}</option> : null}
      {others.map((workflow) => (
        <option key={workflow.id} value={workflow.id}>
          {workflow.name || workflow.id}
        </option>
      ))}
    </select>
  );
}
