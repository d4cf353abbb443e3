'use client';

import { setGraph } from '@weftwork/editor';
import { useTranslations } from 'next-intl';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { FieldFrame } from './field-frame';
import { SchemaEditor } from './schema/schema-editor';

/** What a run is asked for: the input schema stands with the workflow, and people look for it at the start. */
export function StartForm() {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const schema = useEditor((state) => state.document.graph.inputSchema);
  const issues = useEditor((state) => state.allIssues);
  return (
    <FieldFrame
      label={t('workflow.inputs')}
      help={t('workflow.inputsHelp')}
      field="/inputSchema"
      issues={issues.filter((issue) => issue.nodeId === undefined)}
      group
    >
      {(control) => (
        <SchemaEditor
          label={t('workflow.inputs')}
          value={schema}
          control={control}
          onChange={(next) =>
            store.getState().act('inputs', (document) => setGraph(document, { inputSchema: next ?? {} }), {
              gesture: 'inputs',
            })
          }
          onEnd={() => store.getState().endGesture()}
        />
      )}
    </FieldFrame>
  );
}
