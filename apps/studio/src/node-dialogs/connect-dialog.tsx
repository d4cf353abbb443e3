'use client';

import { canConnect, connect, DEFAULT_HANDLE, indexOf, outputHandles, remove } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { WorkflowEdge } from '@weftwork/schema';
import { Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { nodeName } from '../canvas/node-card';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { useHandleWord } from '../outline/use-handle-word';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import './node-dialogs.css';

/** The edges of a node: what leads to it, what it leads to, and a further one. */
export function ConnectDialog({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const t = useTranslations('keyboard.connect');
  const store = useEditorStore();
  const graph = useEditor((state) => state.document.graph);
  const [said, setSaid] = useState('');
  const first = useRef<HTMLSelectElement>(null);
  const { in: arriving, out: leaving } = indexOf(graph);
  const cut = (edge: WorkflowEdge) => {
    store.getState().act('remove', (now) => remove(now, nodeDefinitions, { nodes: [], edges: [edge.id] }));
    setSaid(t('removed', { from: nodeName(graph, edge.source), to: nodeName(graph, edge.target) }));
  };
  const name = nodeName(graph, nodeId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title', { name })}
      first={first}
      foot={<Button onClick={onClose}>{t('done')}</Button>}
    >
      <EdgeList title={t('from')} none={t('fromNothing')} edges={arriving.get(nodeId) ?? []} onCut={cut} />
      <EdgeList title={t('to')} none={t('toNothing')} edges={leaving.get(nodeId) ?? []} onCut={cut} />
      <NewEdge
        nodeId={nodeId}
        first={first}
        onDone={(to) => setSaid(t('connected', { from: name, to: nodeName(graph, to) }))}
      />
      <p className="help" role="status">
        {said}
      </p>
    </Dialog>
  );
}

function EdgeList(props: {
  title: string;
  none: string;
  edges: readonly WorkflowEdge[];
  onCut: (edge: WorkflowEdge) => void;
}) {
  const t = useTranslations('keyboard.connect');
  const graph = useEditor((state) => state.document.graph);
  const handleWord = useHandleWord();
  const wordsOf = (edge: WorkflowEdge) => {
    const source = indexOf(graph).nodes.get(edge.source);
    const handle = edge.sourceHandle ?? DEFAULT_HANDLE;
    const from = nodeName(graph, edge.source);
    const output = handle === DEFAULT_HANDLE || !source ? '' : ` · ${handleWord(source, handle)}`;
    return `${from}${output} → ${nodeName(graph, edge.target)}`;
  };
  return (
    <section className="edge-part">
      <h3>{props.title}</h3>
      {props.edges.length === 0 ? <p className="help">{props.none}</p> : null}
      <ul className="edge-list">
        {props.edges.map((edge) => (
          <li key={edge.id}>
            <span className="ell">{wordsOf(edge)}</span>
            <IconButton
              label={t('remove', { edge: wordsOf(edge) })}
              size="small"
              onClick={() => props.onCut(edge)}
            >
              <Trash2 className="i" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A further edge; only what the rules allow is offered. */
function NewEdge({
  nodeId,
  first,
  onDone,
}: {
  nodeId: string;
  first: RefObject<HTMLSelectElement | null>;
  onDone: (target: string) => void;
}) {
  const t = useTranslations('keyboard.connect');
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const handleWord = useHandleWord();
  const base = useId();
  const [wantedHandle, setHandle] = useState<string>();
  const [wantedTarget, setTarget] = useState<string>();
  const node = indexOf(document.graph).nodes.get(nodeId);
  if (!node) return null;
  const handles = outputHandles(nodeDefinitions, node);
  const used = new Set(
    (indexOf(document.graph).out.get(nodeId) ?? []).map((edge) => edge.sourceHandle ?? DEFAULT_HANDLE),
  );
  const free = handles.find((each) => !used.has(each)) ?? handles[0];
  const handle = wantedHandle !== undefined && handles.includes(wantedHandle) ? wantedHandle : free;
  const targets = document.graph.nodes.filter(
    ({ id }) =>
      handle !== undefined && canConnect(document, nodeDefinitions, { nodeId, handle }, { nodeId: id }).ok,
  );
  const target = targets.find(({ id }) => id === wantedTarget) ?? targets[0];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!target || handle === undefined) return;
    store
      .getState()
      .act('connect', (now) => connect(now, nodeDefinitions, { nodeId, handle }, { nodeId: target.id }));
    setTarget(undefined);
    setHandle(undefined);
    onDone(target.id);
  };
  if (handle === undefined) return <p className="help">{t('noOutput')}</p>;
  return (
    <form className="edge-new" onSubmit={submit}>
      {handles.length > 1 ? (
        <div className="fld">
          <label className="lab" htmlFor={`${base}-handle`}>
            {t('output')}
          </label>
          <select
            id={`${base}-handle`}
            className="in"
            value={handle}
            onChange={(event) => setHandle(event.target.value)}
          >
            {handles.map((each) => (
              <option key={each} value={each}>
                {handleWord(node, each)}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <div className="fld">
        <label className="lab" htmlFor={`${base}-target`}>
          {t('target')}
        </label>
        <select
          id={`${base}-target`}
          className="in"
          ref={first}
          value={target?.id ?? ''}
          onChange={(event) => setTarget(event.target.value)}
        >
          {targets.length === 0 ? <option value="">{t('noTarget')}</option> : null}
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ? `${name} (${id})` : id}
            </option>
          ))}
        </select>
      </div>
      <Button look="primary" type="submit" off={!target}>
        {t('connect')}
      </Button>
    </form>
  );
}
