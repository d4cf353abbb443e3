'use client';

import {
  applyDiff,
  canRenameNodeId,
  diffBetween,
  indexOf,
  renameNodeId,
  setNodeOption,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import { useTranslations } from 'next-intl';
import { useId, useRef, useState } from 'react';
import { useEditor, useEditorStore } from '../editor-page/editor-store';
import { FormDialog } from './form-dialog';

/** The name and the id of a node, set as one step; references follow the id. */
export function RenameDialog({ nodeId, onClose }: { nodeId: string; onClose: () => void }) {
  const t = useTranslations('keyboard.rename');
  const words = useTranslations('canvas');
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const node = indexOf(document.graph).nodes.get(nodeId);
  const [name, setName] = useState(node?.name ?? '');
  const [id, setId] = useState(nodeId);
  const base = useId();
  const first = useRef<HTMLInputElement>(null);
  const idField = useRef<HTMLInputElement>(null);
  const answer = canRenameNodeId(document, nodeId, id);

  const rename = () => {
    if (!answer.ok) {
      idField.current?.focus();
      return;
    }
    store.getState().act(
      'rename',
      (now) => {
        const named = applyDiff(now, setNodeOption(now, nodeDefinitions, nodeId, { name }));
        const next = applyDiff(named, renameNodeId(named, nodeDefinitions, nodeId, id));
        return diffBetween(now, next);
      },
      { select: [id] },
    );
    onClose();
  };

  return (
    <FormDialog
      title={t('title')}
      cancel={t('cancel')}
      send={{ label: t('save') }}
      first={first}
      onSend={rename}
      onClose={onClose}
    >
      <div className="fld">
        <label className="lab" htmlFor={`${base}-name`}>
          {words('inspector.name')}
        </label>
        <input
          id={`${base}-name`}
          className="in"
          value={name}
          ref={first}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="fld">
        <label className="lab" htmlFor={`${base}-id`}>
          {words('inspector.id')}
        </label>
        <input
          id={`${base}-id`}
          ref={idField}
          className="in mono"
          value={id}
          aria-invalid={!answer.ok}
          aria-describedby={`${base}-about`}
          onChange={(event) => setId(event.target.value)}
        />
        <p id={`${base}-about`} className={answer.ok ? 'help' : 'msg-e'}>
          {answer.ok ? words('inspector.idAbout') : words(`inspector.refused.${answer.reason}`)}
        </p>
      </div>
    </FormDialog>
  );
}
