'use client';

import { DEFAULT_HANDLE, ERROR_HANDLE, indexOf } from '@weftwork/editor';
import { Handle, Position } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { useCanvas, useCanvasHandlers } from './canvas-store';
import { INPUT_HANDLE } from './flow-elements';

export function InputHandle() {
  return <Handle type="target" position={Position.Left} id={INPUT_HANDLE} className="h h-in" />;
}

interface OutputProps {
  readonly nodeId: string;
  readonly handle: string;
  readonly used: boolean;
  /** A row's plus shows always while it is free, since a row without one says nothing. */
  readonly always?: boolean;
}

/** An output with, while nothing follows it, a plus that adds the next node. */
export function OutputHandle({ nodeId, handle, used, always }: OutputProps) {
  const readOnly = useCanvas((state) => state.readOnly);
  const taken = useCanvas(({ overlay, document }) =>
    overlay === undefined
      ? false
      : (indexOf(document.graph).out.get(nodeId) ?? []).some(
          (edge) =>
            (edge.sourceHandle ?? DEFAULT_HANDLE) === handle && (overlay.edges.get(edge.id)?.count ?? 0) > 0,
        ),
  );
  const look = handle === ERROR_HANDLE ? 'h h-err' : taken ? 'h h-out on' : 'h h-out';
  return (
    <>
      <Handle type="source" position={Position.Right} id={handle} className={look} />
      {used || readOnly ? null : <AddButton nodeId={nodeId} handle={handle} always={always ?? false} />}
    </>
  );
}

function AddButton({ nodeId, handle, always }: { nodeId: string; handle: string; always: boolean }) {
  const t = useTranslations('canvas');
  const handlers = useCanvasHandlers();
  const label = t('card.addAfter', { handle });
  return (
    <button
      type="button"
      className={`plus nodrag nopan${always ? ' always' : ''}${handle === ERROR_HANDLE ? ' at-foot' : ''}`}
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        handlers?.openAdd({ nodeId, handle }, event.currentTarget.getBoundingClientRect());
      }}
    />
  );
}
