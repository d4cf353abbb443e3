'use client';

import { useTranslations } from 'next-intl';
import type { JsonValue } from '../api/types';
import { SpilledViewer } from '../runs/spilled-viewer';
import { JsonViewer } from '../ui/json-viewer';
import type { OpenTask } from './open-tasks';

/** Whether there is anything to read beside the question, on a page wide enough to show it. */
export function hasContext(task: OpenTask): boolean {
  if (Object.keys(task.runInput).length > 0) return true;
  if (task.kind === 'unknown') return task.nodeRun?.input !== undefined && task.nodeRun.input !== null;
  return Object.keys(task.gate?.show ?? {}).length > 0;
}

/** What the gate shows beside its question, a part for each key; or what the call of unknown outcome was about. */
export function TaskContext({ task }: { task: OpenTask }) {
  const t = useTranslations('runs');
  if (task.kind === 'unknown') {
    const input = task.nodeRun?.input;
    return input === undefined || input === null ? null : <ContextPart name={t('task.call')} value={input} />;
  }
  const { show = {}, spilled = {} } = task.gate ?? {};
  return Object.entries(show).map(([key, value]) => {
    const part = spilled[key];
    if (!part) return <ContextPart key={key} name={key} value={value} />;
    return (
      <div className="doc" key={key}>
        <SpilledViewer title={key} value={{ [key]: value }} spilled={{ [key]: part }} root="" />
      </div>
    );
  });
}

/** What the run was started with, for who answers without having started it. */
export function RunInput({ task }: { task: OpenTask }) {
  const t = useTranslations('runs');
  if (Object.keys(task.runInput).length === 0) return null;
  return <ContextPart name={t('task.runInput')} value={task.runInput} />;
}

/** Text reads as text, lists as tables; the rest can be opened as a tree. */
function ContextPart({ name, value }: { name: string; value: JsonValue }) {
  if (value === null || typeof value !== 'object') {
    return (
      <div className="doc doc-text">
        <h3>{name}</h3>
        <p>{value === null ? '·' : String(value)}</p>
      </div>
    );
  }
  return (
    <div className="doc">
      <JsonViewer title={name} value={value} prefer="table" />
    </div>
  );
}
