'use client';

import { type GraphOptions, setGraph } from '@weftwork/editor';
import type { Settings } from '@weftwork/schema';
import { Workflow } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { FieldFrame } from './field-frame';
import { NumberInput } from './fields/plain-fields';
import { OtherIssues } from './other-issues';
import { SchemaEditor } from './schema/schema-editor';
import { StartForm } from './start-form';

const LIMITS = [
  'runTimeoutSeconds',
  'nodeTimeoutSeconds',
  'maxSteps',
  'maxLoopIterations',
  'maxParallelism',
] as const;

/** The workflow itself: shown while nothing is selected. */
export function WorkflowInspector({ fold }: { fold: ReactNode }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const graph = useEditor((state) => state.document.graph);
  const all = useEditor((state) => state.allIssues);
  const issues = all.filter((issue) => issue.nodeId === undefined && issue.edgeId === undefined);
  const set = (options: GraphOptions, gesture: string) =>
    store.getState().act('workflow', (document) => setGraph(document, options), { gesture });
  const end = () => store.getState().endGesture();
  return (
    <>
      <header className="ih">
        <span className="nk big nk-flow" aria-hidden>
          <Workflow className="i" />
        </span>
        <div className="ih-text">
          <h2 className="ell">{t('workflow.title')}</h2>
          <span className="t11 mut ell">
            {t('workflow.size', { nodes: graph.nodes.length, edges: graph.edges.length })}
          </span>
        </div>
        {fold}
      </header>
      <div className="ib grows">
        <OtherIssues
          issues={issues}
          fields={['/inputSchema', '/outputSchema', '/settings', '/description', '/name']}
        />
        <FieldFrame label={t('workflow.about')} field="/description" issues={issues}>
          {(control) => (
            <textarea
              id={control.id}
              className="in note-field"
              rows={2}
              value={graph.description ?? ''}
              onChange={(event) => set({ description: event.target.value || undefined }, 'about')}
              onBlur={end}
            />
          )}
        </FieldFrame>
        <StartForm />
        <details className="fold">
          <summary>{t('workflow.outputs')}</summary>
          <FieldFrame
            label={t('workflow.outputSchema')}
            help={t('workflow.outputsHelp')}
            field="/outputSchema"
            issues={issues}
            group
          >
            {(control) => (
              <SchemaEditor
                label={t('workflow.outputSchema')}
                value={graph.outputSchema}
                control={control}
                onChange={(outputSchema) => set({ outputSchema: outputSchema ?? {} }, 'outputs')}
                onEnd={end}
              />
            )}
          </FieldFrame>
        </details>
        <details className="fold">
          <summary>{t('workflow.limits')}</summary>
          {LIMITS.map((name) => (
            <FieldFrame key={name} label={t(`limits.${name}`)} field={`/settings/${name}`} issues={issues}>
              {(control) => (
                <NumberInput
                  {...control}
                  value={graph.settings[name]}
                  min={1}
                  {...(name.endsWith('Seconds') ? { unit: t('unit.seconds') } : {})}
                  onChange={(value) =>
                    value !== undefined && set({ settings: { [name]: value } as Partial<Settings> }, name)
                  }
                  onEnd={end}
                />
              )}
            </FieldFrame>
          ))}
        </details>
      </div>
    </>
  );
}
