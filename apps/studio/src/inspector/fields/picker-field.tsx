'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { listWorkflows } from '../../api/client';
import { useNodeOptions } from '../../api/queries';
import { useEditor } from '../../editor-page/editor-store';
import type { ControlProps } from '../field-editor';

/** A name of something that stands elsewhere: chosen from a list where there is one, else typed. */
export function PickerField(props: ControlProps) {
  return props.field.control === 'workflow' ? <WorkflowPicker {...props} /> : <NamePicker {...props} />;
}

interface Choice {
  readonly name: string;
  readonly label: string;
  readonly about?: string;
}

/** What this installation has of a kind; undefined until the server has told. */
function useChoices(control: string): readonly Choice[] | undefined {
  const { data } = useNodeOptions();
  switch (control) {
    case 'skill':
      return data?.skills.map(({ name, description }) => ({ name, label: name, about: description }));
    case 'provider':
      return data?.providers.map(({ name, label }) => ({ name, label: `${name} · ${label}` }));
    default:
      return data?.connections.map((name) => ({ name, label: name }));
  }
}

/** A list of what is there; a name that is not stays chosen, so that a graph from elsewhere loses nothing. */
function NamePicker(props: ControlProps) {
  const t = useTranslations('canvas');
  const choices = useChoices(props.field.control);
  if (!choices) return <NameInput {...props} />;
  const { field, value, onChange, control } = props;
  // A node that names no provider gets the first one.
  const fallback = props.fallback ?? (field.control === 'provider' ? choices[0]?.name : undefined);
  const now = typeof value === 'string' ? value : '';
  const chosen = choices.find(({ name }) => name === (now || fallback));
  return (
    <>
      <select
        id={control.id}
        className="in"
        aria-invalid={control.invalid}
        aria-describedby={control.describedBy}
        value={now}
        onChange={(event) =>
          onChange(event.target.value === '' && !field.required ? undefined : event.target.value)
        }
      >
        <option value="">
          {typeof fallback === 'string' ? t('field.byDefault', { value: fallback }) : t('field.choose')}
        </option>
        {now !== '' && !chosen ? <option value={now}>{now}</option> : null}
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {chosen?.about ? (
        <p className="help" lang="en">
          {chosen.about}
        </p>
      ) : null}
    </>
  );
}

function NameInput({ field, value, fallback, onChange, onEnd, control }: ControlProps) {
  return (
    <input
      id={control.id}
      className="in"
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
