'use client';

import { definitionOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { FormField, JsonObject, JsonValue, WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useNodeIssues } from '../canvas/canvas-store';
import { FieldEditor } from './field-editor';
import { NodeOptionsForm } from './node-options-form';
import { OtherIssues } from './other-issues';
import { StartForm } from './start-form';

/** Every setting of a node, made from its definition: needed fields, what is rarely needed, and the common options. */
export function SettingsForm({ node }: { node: WorkflowNode }) {
  const t = useTranslations('canvas');
  const issues = useNodeIssues(node.id);
  const definition = definitionOf(nodeDefinitions, node);
  // A rare field that is set stands with the others: what acts should be seen. One that is being set stays where it is,
  // so that it keeps the cursor.
  const [acts] = useState(() => new Set(Object.keys(node.config)));
  if (!definition)
    return <p className="notice warn">{t('inspector.unknownType', { type: String(node.type) })}</p>;
  const shown = definition.fields.filter((field) => applies(field, node.config, definition.defaults));
  const plain = shown.filter((field) => !field.advanced || acts.has(field.name));
  const rare = shown.filter((field) => field.advanced && !acts.has(field.name));
  return (
    <>
      <OtherIssues issues={issues} fields={definition.fields.map((field) => `/config/${field.name}`)} />
      {definition.kind === 'entry' ? <StartForm /> : null}
      {plain.map((field) => (
        <FieldEditor key={field.name} node={node} field={field} issues={issues} />
      ))}
      {rare.length > 0 ? (
        <details className="fold">
          <summary>{t('inspector.rare')}</summary>
          {rare.map((field) => (
            <FieldEditor key={field.name} node={node} field={field} issues={issues} />
          ))}
        </details>
      ) : null}
      <NodeOptionsForm node={node} definition={definition} issues={issues} />
    </>
  );
}

function applies({ when }: FormField, config: JsonObject, defaults: JsonObject): boolean {
  if (!when) return true;
  const value: JsonValue | undefined = config[when.field] ?? defaults[when.field];
  return value !== undefined && when.is.includes(value);
}
