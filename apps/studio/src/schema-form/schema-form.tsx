'use client';

import { type JsonValue, jsonPointer } from '@weftwork/schema';
import { CircleAlert, Plus, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { createContext, createElement, type ReactNode, useContext, useId } from 'react';
import type { Problem } from '../api/http';
import { Button, IconButton } from '../ui/button';
import { Segmented } from '../ui/segmented';
import { FormProblem } from './form-problem';
import { blankOf, chooseBranch, defaultOf, type FormState, getAt, type Path, setField } from './form-state';
import { JsonField } from './json-field';
import { ScalarField } from './scalar-field';
import { branchesOf, controlOf, fieldsOf, mergeBranch, resolve, type Schema } from './schema-shape';

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly state: FormState;
  readonly onChange: (state: FormState) => void;
  /** By path: hints of the browser's validator or the server's answer. */
  readonly problems: readonly Problem[];
}

interface FormContextValue extends SchemaFormProps {
  readonly idPrefix: string;
}

const FormContext = createContext<FormContextValue | undefined>(undefined);

function useForm(): FormContextValue {
  const form = useContext(FormContext);
  if (!form) throw new Error('A form part stands outside its SchemaForm.');
  return form;
}

/** A form for a user's JSON Schema: field order, defaults, lists, branches, and problems shown at their field. */
export function SchemaForm(props: SchemaFormProps) {
  const idPrefix = useId();
  const shown = controlOf(resolve(props.schema, props.schema), props.schema);
  return (
    <FormContext value={{ ...props, idPrefix }}>
      <div className="schema-form">
        <Part
          schema={props.schema}
          path={[]}
          label={undefined}
          required
          bare={shown === 'object' || shown === 'branches'}
        />
      </div>
    </FormContext>
  );
}

interface PartProps {
  readonly schema: Schema;
  readonly path: Path;
  readonly label: string | undefined;
  readonly required: boolean;
  /** Without a frame of its own: the outermost object. */
  readonly bare?: boolean;
}

function Part(props: PartProps) {
  const form = useForm();
  const schema = resolve(props.schema, form.schema);
  const control = controlOf(schema, form.schema);
  const label = typeof schema.title === 'string' ? schema.title : props.label;
  const shared = { ...props, schema, label };
  if (control === 'branches') return <BranchPart {...shared} />;
  if (control === 'object') return <ObjectPart {...shared} />;
  if (control === 'array') return <ArrayPart {...shared} />;
  return <LeafPart {...shared} />;
}

function useProblems(path: Path): readonly Problem[] {
  const form = useForm();
  const at = jsonPointer(path);
  return form.problems.filter((problem) => problem.path === at);
}

function useFieldId(path: Path): string {
  return `${useForm().idPrefix}${jsonPointer(path)}`;
}

function Problems({ list, id }: { list: readonly Problem[]; id: string }) {
  if (list.length === 0) return null;
  return (
    <div id={id}>
      {list.map((problem) => (
        <p key={problem.code + problem.message} className="msg-e">
          <CircleAlert className="i" aria-hidden />
          <span>
            <FormProblem problem={problem} />
          </span>
        </p>
      ))}
    </div>
  );
}

function LeafPart({ schema, path, label, required }: PartProps) {
  const form = useForm();
  const problems = useProblems(path);
  const id = useFieldId(path);
  const control = controlOf(schema, form.schema);
  const field = {
    id,
    schema,
    value: getAt(form.state.value, path),
    onChange: (value: JsonValue | undefined) => form.onChange(setField(form.state, path, value)),
    required,
    invalid: problems.length > 0,
    describedBy: `${id}-note`,
  };
  return (
    <div className="fld" data-path={jsonPointer(path)}>
      <FieldLabel id={id} label={label} required={required} />
      {control === 'json' ? <JsonField {...field} /> : <ScalarField {...field} control={control} />}
      <Help schema={schema} />
      <Problems list={problems} id={`${id}-note`} />
    </div>
  );
}

function FieldLabel(props: { id: string; label: string | undefined; required: boolean }) {
  const t = useTranslations('runs');
  if (props.label === undefined) return null;
  return (
    <label className="lab" htmlFor={props.id}>
      {props.label}
      {props.required ? <span className="need">{t('form.needed')}</span> : null}
    </label>
  );
}

function Help({ schema }: { schema: Schema }) {
  return typeof schema.description === 'string' ? <p className="help">{schema.description}</p> : null;
}

function Frame(props: {
  bare: boolean | undefined;
  label: string | undefined;
  head?: ReactNode;
  children: ReactNode;
}) {
  if (props.bare) return <>{props.children}</>;
  return (
    <fieldset className="group">
      <legend>{props.label}</legend>
      {props.head}
      {props.children}
    </fieldset>
  );
}

function ObjectPart({ schema, path, label, bare }: PartProps) {
  const form = useForm();
  // A constant tells branches apart; there is nothing to enter.
  const fields = fieldsOf(schema, form.schema).filter((field) => field.schema.const === undefined);
  return (
    <Frame bare={bare} label={label}>
      <Help schema={schema} />
      {fields.map((field) => {
        const at = [...path, field.key];
        const draw = field.folded && getAt(form.state.value, at) === undefined ? FoldedPart : Part;
        return createElement(draw, {
          key: field.key,
          schema: field.schema,
          path: at,
          label: field.key,
          required: field.required,
        });
      })}
      <Problems list={useProblems(path)} id={`${useFieldId(path)}-note`} />
    </Frame>
  );
}

/** An optional part that may contain itself: a button until it is wanted. Plain values are drawn at once. */
function FoldedPart(props: PartProps) {
  const t = useTranslations('runs');
  const form = useForm();
  const control = controlOf(props.schema, form.schema);
  if (control !== 'object' && control !== 'branches') return <Part {...props} />;
  const title = typeof props.schema.title === 'string' ? props.schema.title : props.label;
  const add = () =>
    form.onChange(setField(form.state, props.path, defaultOf(props.schema, form.schema) ?? {}));
  return (
    <div className="fld" data-path={jsonPointer(props.path)}>
      <Button size="small" onClick={add}>
        <Plus className="i" aria-hidden />
        {t('form.addPart', { name: title ?? '' })}
      </Button>
    </div>
  );
}

function ArrayPart({ schema, path, label, required }: PartProps) {
  const t = useTranslations('runs');
  const form = useForm();
  const value = getAt(form.state.value, path);
  const items = Array.isArray(value) ? value : [];
  const itemSchema = resolve(schema.items as Schema, form.schema);
  const add = () => {
    const fresh = defaultOf(itemSchema, form.schema) ?? blankOf(itemSchema, form.schema);
    form.onChange(setField(form.state, path, [...items, fresh]));
  };
  const remove = (index: number) =>
    form.onChange(
      setField(
        form.state,
        path,
        items.filter((_, other) => other !== index),
      ),
    );
  return (
    <fieldset className="group" data-path={jsonPointer(path)}>
      <legend>
        {label} {required ? <span className="mut t11">{t('form.needed')}</span> : null}
      </legend>
      <Help schema={schema} />
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list are told apart by their place alone
        <div key={index} className="array-item">
          <Part schema={itemSchema} path={[...path, index]} label={String(index + 1)} required={false} />
          <IconButton
            label={t('form.remove', { index: index + 1 })}
            size="small"
            onClick={() => remove(index)}
          >
            <X className="i" aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className="fld">
        <Button size="small" onClick={add}>
          <Plus className="i" aria-hidden />
          {t('form.add')}
        </Button>
        <Problems list={useProblems(path)} id={`${useFieldId(path)}-note`} />
      </div>
    </fieldset>
  );
}

/** Up to four branches stand side by side, more of them in a list. */
const SIDE_BY_SIDE = 4;

function BranchPart({ schema, path, label, bare }: PartProps) {
  const t = useTranslations('runs');
  const form = useForm();
  const id = useFieldId(path);
  const branches = branchesOf(schema, form.schema);
  const chosen = form.state.choices[jsonPointer(path)] ?? 0;
  const choose = (index: number) => form.onChange(chooseBranch(form.state, schema, form.schema, path, index));
  const options = branches.map((branch, index) => ({
    id: String(index),
    label: typeof branch.title === 'string' ? branch.title : t('form.branch', { index: index + 1 }),
  }));
  const name = label ?? t('form.choose');
  const merged = mergeBranch(schema, branches[chosen] ?? {});
  const { title: _, ...inner } = merged;
  return (
    <Frame bare={bare} label={label}>
      <div className="fld">
        {branches.length <= SIDE_BY_SIDE ? (
          <Segmented
            label={name}
            value={String(chosen)}
            options={options}
            onChange={(value) => choose(Number(value))}
          />
        ) : (
          <select
            id={`${id}-branch`}
            className="in"
            aria-label={name}
            value={chosen}
            onChange={(event) => choose(Number(event.target.value))}
          >
            {options.map((option) => (
              <option key={option.id} value={option.id}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </div>
      <Part key={chosen} schema={inner} path={path} label={undefined} required bare />
    </Frame>
  );
}
