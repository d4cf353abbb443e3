'use client';

import {
  definitionOf,
  indexOf,
  type NodeOptions,
  setNodeOption,
  setParent,
  withDescendants,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { NodeDefinition, OnError, Retry, WorkflowNode } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { type PlacedIssue, useCanvas } from '../canvas/canvas-store';
import { useEditorStore } from '../editor-page/editor-store';
import { Segmented } from '../ui/segmented';
import { FieldFrame } from './field-frame';
import { JsonText } from './fields/json-text';
import { NumberInput } from './fields/plain-fields';

interface OptionsProps {
  readonly node: WorkflowNode;
  readonly definition: NodeDefinition;
  readonly issues: readonly PlacedIssue[] | undefined;
}

const FIRST_RETRY: Retry = { maxAttempts: 1, backoffSeconds: 1, maxBackoffSeconds: 60, retryOn: [] };
const RETRY_ON = ['timeout', 'transient', 'rate_limit', 'status:5xx', 'schema', 'any'] as const;

/** What every node can have: what an error does, a time limit, more attempts, the loop it stands in, a note. */
export function NodeOptionsForm({ node, definition, issues }: OptionsProps) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const set = (options: NodeOptions, gesture?: string) =>
    store
      .getState()
      .act(
        'option',
        (document) => setNodeOption(document, nodeDefinitions, node.id, options),
        gesture ? { gesture: `${gesture} ${node.id}` } : {},
      );
  const end = () => store.getState().endGesture();
  const retry = node.retry ?? FIRST_RETRY;
  const setRetry = (part: Partial<Retry>) => {
    const next = { ...retry, ...part };
    const plain = next.maxAttempts === 1 && next.retryOn.length === 0;
    set({ retry: plain ? undefined : next }, 'retry');
  };
  const choices = definition.allowedOnError.length > 1 || node.onError !== 'fail';
  const offered = [...new Set<OnError>([...definition.allowedOnError, node.onError])];
  const times = definition.allowsTimeout || node.timeoutSeconds !== undefined;
  const attempts = definition.allowsRetry || node.retry !== undefined;
  return (
    <div className="node-options">
      {choices ? (
        <FieldFrame
          label={t('options.onError')}
          field="/onError"
          issues={issues}
          group
          help={t(`options.help.${node.onError}`)}
        >
          {() => (
            <Segmented<OnError>
              label={t('options.onError')}
              value={node.onError}
              options={offered.map((id) => ({ id, label: t(`options.on.${id}`) }))}
              onChange={(onError) => set({ onError })}
            />
          )}
        </FieldFrame>
      ) : null}
      {node.onError === 'continue' ? (
        <FieldFrame
          label={t('options.fallback')}
          field="/fallback"
          issues={issues}
          help={t('options.fallbackHelp')}
        >
          {(control) => (
            <JsonText
              {...control}
              value={node.fallback}
              onChange={(fallback) => set({ fallback }, 'fallback')}
              onEnd={end}
            />
          )}
        </FieldFrame>
      ) : null}
      {times || attempts ? (
        <div className="three">
          {times ? (
            <FieldFrame label={t('options.timeLimit')} field="/timeoutSeconds" issues={issues}>
              {(control) => (
                <NumberInput
                  {...control}
                  value={node.timeoutSeconds}
                  unit={t('unit.seconds')}
                  min={1}
                  onChange={(timeoutSeconds) => set({ timeoutSeconds }, 'timeout')}
                  onEnd={end}
                />
              )}
            </FieldFrame>
          ) : null}
          {attempts ? (
            <>
              <FieldFrame label={t('options.attempts')} field="/retry/maxAttempts" issues={issues}>
                {(control) => (
                  <NumberInput
                    {...control}
                    value={node.retry?.maxAttempts}
                    placeholder="1"
                    min={1}
                    onChange={(maxAttempts) => setRetry({ maxAttempts: maxAttempts ?? 1 })}
                    onEnd={end}
                  />
                )}
              </FieldFrame>
              <FieldFrame label={t('options.backoff')} field="/retry/backoffSeconds" issues={issues}>
                {(control) => (
                  <NumberInput
                    {...control}
                    value={node.retry?.backoffSeconds}
                    placeholder="1"
                    unit={t('unit.seconds')}
                    min={0}
                    disabled={retry.maxAttempts < 2}
                    onChange={(backoffSeconds) => setRetry({ backoffSeconds: backoffSeconds ?? 1 })}
                    onEnd={end}
                  />
                )}
              </FieldFrame>
            </>
          ) : null}
        </div>
      ) : null}
      {attempts && retry.maxAttempts > 1 ? (
        <FieldFrame
          label={t('options.retryOn')}
          field="/retry/retryOn"
          issues={issues}
          group
          help={t('options.retryOnHelp')}
        >
          {() => (
            <div className="checks">
              {RETRY_ON.map((kind) => (
                <label key={kind} className="check">
                  <input
                    type="checkbox"
                    checked={retry.retryOn.includes(kind)}
                    onChange={(event) =>
                      setRetry({
                        retryOn: event.target.checked
                          ? [...retry.retryOn, kind]
                          : retry.retryOn.filter((each) => each !== kind),
                      })
                    }
                  />
                  <code>{kind}</code>
                </label>
              ))}
            </div>
          )}
        </FieldFrame>
      ) : null}
      <ContainerField node={node} definition={definition} />
      <FieldFrame label={t('options.note')} field="/description" issues={issues}>
        {(control) => (
          <textarea
            id={control.id}
            className="in note-field"
            rows={2}
            value={node.description ?? ''}
            onChange={(event) => set({ description: event.target.value || undefined }, 'note')}
            onBlur={end}
          />
        )}
      </FieldFrame>
    </div>
  );
}

/** Which loop a node stands in; changing it cuts the edges that would cross the border. */
function ContainerField({ node, definition }: { node: WorkflowNode; definition: NodeDefinition }) {
  const t = useTranslations('canvas');
  const id = useId();
  const store = useEditorStore();
  const document = useCanvas((state) => state.document);
  const own = withDescendants(document.graph, [node.id]);
  const loops = document.graph.nodes.filter(
    (each) => definitionOf(nodeDefinitions, each)?.kind === 'loop' && !own.has(each.id),
  );
  if (!definition.allowedInLoop || loops.length === 0) return null;
  const { in: arriving, out: leaving } = indexOf(document.graph);
  const connected = arriving.has(node.id) || leaving.has(node.id);
  return (
    <div className="fld">
      <label className="lab" htmlFor={id}>
        {t('options.inside')}
      </label>
      <select
        id={id}
        className="in"
        value={node.parentId ?? ''}
        onChange={(event) => {
          const parentId = event.target.value || undefined;
          const at = parentId === undefined ? { x: 0, y: 0 } : { x: 40, y: 88 };
          store.getState().act('parent', (now) => setParent(now, [node.id], parentId, { [node.id]: at }));
        }}
      >
        <option value="">{t('options.topLevel')}</option>
        {loops.map((loop) => (
          <option key={loop.id} value={loop.id}>
            {loop.name || loop.id}
          </option>
        ))}
      </select>
      {connected ? <p className="help">{t('options.insideHelp')}</p> : null}
    </div>
  );
}
