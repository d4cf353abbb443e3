'use client';

import { definitionOf, readableFrom } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { FormField, JsonValue, WorkflowNode } from '@weftwork/schema';
import { useMemo } from 'react';
import { type PlacedIssue, useCanvas } from '../canvas/canvas-store';
import { FieldFrame } from './field-frame';
import { useFieldWords } from './field-words';
import { ApproversField } from './fields/approvers-field';
import { AssigneeField } from './fields/assignee-field';
import { CasesField } from './fields/cases-field';
import { CodeField } from './fields/code-field';
import { ConditionField } from './fields/condition-field';
import { HttpBodyField } from './fields/http-body-field';
import { JsonField } from './fields/json-field';
import { JsonSchemaField } from './fields/json-schema-field';
import { PickerField } from './fields/picker-field';
import { NumberField, SelectField, SwitchField, TextField } from './fields/plain-fields';
import { SignalField } from './fields/signal-field';
import { StringListField } from './fields/string-list-field';
import { TemplateInput } from './fields/template-input';
import { TemplateJsonField } from './fields/template-json-field';
import { TemplateListField } from './fields/template-list-field';
import { TemplateMapField } from './fields/template-map-field';
import { TimeoutPolicyField } from './fields/timeout-policy-field';
import { useConfigField } from './use-config-field';

export interface ControlProps {
  readonly node: WorkflowNode;
  readonly field: FormField;
  /** The field's name in the reader's language. */
  readonly label: string;
  readonly value: JsonValue | undefined;
  /** What applies when the value is left out. */
  readonly fallback: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onEnd: () => void;
  readonly control: { readonly id: string; readonly invalid: boolean; readonly describedBy: string };
  /** Nodes whose data an expression in this field may read. */
  readonly readable: readonly string[];
}

/** Fields of a loop that are evaluated where its body can be seen. */
const BODY_FIELDS = ['collect', 'nextState', 'while'];

/** Controls that are several controls under one name. */
const GROUPS = new Set<FormField['control']>([
  'approvers',
  'assignee',
  'signal',
  'timeoutPolicy',
  'cases',
  'code',
  'condition',
  'templateMap',
  'templateList',
  'templateJson',
  'httpBody',
  'json',
  'jsonSchema',
  'sql',
  'stringList',
]);

/** One field of a node's config. */
export function FieldEditor(props: {
  node: WorkflowNode;
  field: FormField;
  issues: readonly PlacedIssue[] | undefined;
}) {
  const { node, field } = props;
  const words = useFieldWords(node.type);
  const label = words.label(field.name, variantOf(field, node));
  const { set, end } = useConfigField(node.id, field.name);
  const document = useCanvas((state) => state.document);
  const body = BODY_FIELDS.includes(field.name) && definitionOf(nodeDefinitions, node)?.kind === 'loop';
  const readable = useMemo(() => readableFrom(document, node.id, { body }), [document, node.id, body]);
  return (
    <FieldFrame
      label={label}
      help={words.help(field.name)}
      required={field.required}
      field={`/config/${field.name}`}
      issues={props.issues}
      group={GROUPS.has(field.control)}
    >
      {(control) => (
        <Control
          node={node}
          field={field}
          label={label}
          value={node.config[field.name]}
          fallback={definitionOf(nodeDefinitions, node)?.defaults[field.name]}
          onChange={set}
          onEnd={end}
          control={control}
          readable={readable}
        />
      )}
    </FieldFrame>
  );
}

/** What the field that this one depends on says: the same field may go by another name then. */
function variantOf({ when }: FormField, node: WorkflowNode): JsonValue | undefined {
  return when && (node.config[when.field] ?? definitionOf(nodeDefinitions, node)?.defaults[when.field]);
}

function Control(props: ControlProps) {
  switch (props.field.control) {
    case 'text':
    case 'textarea':
      return <TextField {...props} />;
    case 'number':
    case 'version':
      return <NumberField {...props} />;
    case 'boolean':
      return <SwitchField {...props} />;
    case 'select':
      return <SelectField {...props} />;
    case 'template':
    case 'templateText': {
      const { value, onChange } = props;
      // Text is the common case; other values stay editable as JSON.
      if (value !== undefined && typeof value !== 'string') return <TemplateJsonField {...props} />;
      return (
        <TemplateInput
          {...props.control}
          value={value ?? ''}
          onChange={(text) => onChange(text === '' && !props.field.required ? undefined : text)}
          onEnd={props.onEnd}
          readable={props.readable}
          rows={props.field.control === 'templateText' ? 4 : 1}
        />
      );
    }
    case 'templateMap':
      return <TemplateMapField {...props} />;
    case 'templateList':
      return <TemplateListField {...props} />;
    case 'templateJson':
      return <TemplateJsonField {...props} />;
    case 'condition':
      return <ConditionField {...props} />;
    case 'cases':
      return <CasesField {...props} />;
    case 'jsonSchema':
      return <JsonSchemaField {...props} />;
    case 'code':
    case 'sql':
      return <CodeField {...props} />;
    case 'httpBody':
      return <HttpBodyField {...props} />;
    case 'stringList':
      return <StringListField {...props} />;
    case 'workflow':
    case 'skill':
    case 'connection':
    case 'provider':
      return <PickerField {...props} />;
    case 'signal':
      return <SignalField {...props} />;
    case 'assignee':
      return <AssigneeField {...props} />;
    case 'approvers':
      return <ApproversField {...props} />;
    case 'timeoutPolicy':
      return <TimeoutPolicyField {...props} />;
    case 'json':
      return <JsonField {...props} />;
  }
}
