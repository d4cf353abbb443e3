'use client';

import { canConnect, connect, type Point, reconnect, refusalsOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import {
  type Connection,
  type FinalConnectionState,
  type OnConnectStart,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useRef } from 'react';
import { boxAt, sceneOf } from '../canvas/far/far-scene';
import type { FlowEdge } from '../canvas/flow-elements';
import { useToast } from '../ui/toast';
import { useEditorStore } from './editor-store';
import { useEscape } from './use-escape';

export interface Output {
  readonly nodeId: string;
  readonly handle: string;
}

/** Drawing an edge: which nodes take it, what ends it on a card, and what to offer when it ends on nothing. */
export function useConnecting(onDropConnection: (from: Output, at: Point) => void) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const say = useToast();
  const { screenToFlowPosition } = useReactFlow();
  const flow = useStoreApi();
  /** While a connection is let go because of Escape, it joins nothing. */
  const brokenOff = useRef(false);

  useEscape(
    useCallback(() => {
      const { connection, connectionClickStartHandle } = flow.getState();
      if (!connection.inProgress && !connectionClickStartHandle) return false;
      brokenOff.current = true;
      // React Flow lets go of a connection by the pointer alone.
      if (connection.inProgress) document.dispatchEvent(new Event('mouseup'));
      brokenOff.current = false;
      flow.setState({ connectionClickStartHandle: null });
      store.getState().point(undefined);
      return true;
    }, [flow, store]),
  );

  const isValid = useCallback(
    (edge: Connection | FlowEdge) =>
      canConnect(
        store.getState().document,
        nodeDefinitions,
        { nodeId: edge.source, handle: edge.sourceHandle ?? 'default' },
        { nodeId: edge.target },
        'id' in edge ? edge.id : undefined,
      ).ok,
    [store],
  );

  const join = useCallback(
    (from: Output, target: string) =>
      store.getState().act('connect', (now) => connect(now, nodeDefinitions, from, { nodeId: target })),
    [store],
  );

  const onConnect = useCallback(
    ({ source, sourceHandle, target }: Connection) => {
      if (!brokenOff.current) join({ nodeId: source, handle: sourceHandle ?? 'default' }, target);
    },
    [join],
  );

  const onReconnect = useCallback(
    (edge: FlowEdge, { source, sourceHandle, target }: Connection) => {
      if (brokenOff.current) return;
      const from = { nodeId: source, handle: sourceHandle ?? 'default' };
      store
        .getState()
        .act('connect', (now) => reconnect(now, nodeDefinitions, edge.id, from, { nodeId: target }));
    },
    [store],
  );

  const onConnectStart: OnConnectStart = useCallback(
    (_, { nodeId, handleId, handleType }) => {
      if (nodeId === null || handleType !== 'source') return;
      const { document, point } = store.getState();
      point({ refusals: refusalsOf(document, nodeDefinitions, { nodeId, handle: handleId ?? 'default' }) });
    },
    [store],
  );

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, { fromNode, fromHandle, isValid }: FinalConnectionState) => {
      store.getState().point(undefined);
      if (brokenOff.current || !fromNode || fromHandle?.type !== 'source' || isValid) return;
      const from = { nodeId: fromNode.id, handle: fromHandle.id ?? 'default' };
      const touch = 'changedTouches' in event ? event.changedTouches[0] : event;
      if (!touch) return;
      const at = { x: touch.clientX, y: touch.clientY };
      const { document } = store.getState();
      const under = boxAt(
        sceneOf(store.flow.getState().nodes),
        screenToFlowPosition(at, { snapToGrid: false }),
      );
      // Inside the loop that both stand in, its empty room is as good as the canvas.
      const around = under?.isLoop && document.graph.nodes.find(({ id }) => id === fromNode.id)?.parentId;
      if (!under || under.id === around) {
        onDropConnection(from, at);
        return;
      }
      const refused = refusalsOf(document, nodeDefinitions, from).get(under.id);
      if (refused === undefined) join(from, under.id);
      else if (refused !== 'same_node') say(t(`refused.${refused}`), { bad: true });
    },
    [join, onDropConnection, say, screenToFlowPosition, store, t],
  );

  return useMemo(
    () => ({
      isValidConnection: isValid,
      onConnect,
      onReconnect,
      onConnectStart,
      onConnectEnd,
      onClickConnectStart: onConnectStart as OnConnectStart,
      onClickConnectEnd: () => store.getState().point(undefined),
    }),
    [isValid, onConnect, onReconnect, onConnectStart, onConnectEnd, store],
  );
}
