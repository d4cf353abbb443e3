'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { listWorkflows } from '../../api/client';
import { useNodeOptions } from '../../api/queries';
import { useEditor } from '../../editor-page/editor-store';
import type { ControlProps } from '../field-editor';
import { type Choice, ChoiceSelect } from './choice-select';
import { TextField } from './plain-fields';

/** A name of something that stands elsewhere: chosen from a list where there is one, else typed. */
export function PickerField(props: ControlProps) {
  return props.field.control === 'workflow' ? <WorkflowPicker {...props} /> : <NamePicker {...props} />;
}

/** What this installation has of a kind; undefined until the server has told. */
function useChoices(control: string): readonly Choice[] | undefined {
  const t = useTranslations('canvas');
  const { data } = useNodeOptions();
  switch (control) {
    case 'skill':
      return data?.skills.map(({ name, description }) => {
        // A dot would lead a level down in the catalogue.
        const key = `skills.${name.replaceAll('.', '_')}`;
        const known = t.has(key);
        return { name, label: name, about: known ? t(key) : description };
      });
    case 'provider':
      return data?.providers.map(({ name, label }) => {
        const key = `providers.${name}`;
        return { name, label: `${name} · ${t.has(key) ? t(key) : label}` };
      });
    default:
      return data?.connections.map((name) => ({ name, label: name }));
  }
}

function NamePicker(props: ControlProps) {
  const choices = useChoices(props.field.control);
  if (!choices) return <TextField {...props} />;
  const { field, value, onChange, control } = props;
  // A node that names no provider gets the first one.
  const fallback = props.fallback ?? (field.control === 'provider' ? choices[0]?.name : undefined);
  const now = typeof value === 'string' ? value : '';
  const about = choices.find(({ name }) => name === (now || fallback))?.about;
  return (
    <>
      <ChoiceSelect
        control={control}
        value={now}
        choices={choices}
        byDefault={typeof fallback === 'string' ? fallback : undefined}
        clearable
        onChange={(name) => onChange(name ?? (field.required ? '' : undefined))}
      />
      {about ? <p className="help">{about}</p> : null}
    </>
  );
}

function WorkflowPicker({ value, onChange, control }: ControlProps) {
  const self = useEditor((state) => state.document.graph.id);
  const query = useQuery({ queryKey: ['workflow-names'], queryFn: () => listWorkflows() });
  const others = (query.data?.items ?? []).filter((workflow) => workflow.id !== self);
  return (
    <ChoiceSelect
      control={control}
      value={typeof value === 'string' ? value : ''}
      choices={others.map(({ id, name }) => ({ name: id, label: name || id }))}
      clearable
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
