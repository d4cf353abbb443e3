'use client';

import { setConfigField } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { JsonValue } from '@weftwork/schema';
import { useMemo } from 'react';
import { useEditorStore } from '../editor-page/editor-store';

/** Sets one config field. Typing in one field is one step of the history, until the field is left. */
export function useConfigField(nodeId: string, name: string) {
  const store = useEditorStore();
  return useMemo(
    () => ({
      set: (value: JsonValue | undefined) =>
        store
          .getState()
          .act('config', (document) => setConfigField(document, nodeDefinitions, nodeId, [name], value), {
            gesture: `config ${nodeId} ${name}`,
          }),
      end: () => store.getState().endGesture(),
    }),
    [store, nodeId, name],
  );
}
