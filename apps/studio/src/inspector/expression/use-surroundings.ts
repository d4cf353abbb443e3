'use client';

import { type CanvasDocument, definitionOf, indexOf } from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { JsonObject } from '@weftwork/schema';
import { createContext, useContext, useMemo } from 'react';
import { useCanvas } from '../../canvas/canvas-store';
import { fieldsIn, shapeOf } from './known-shapes';
import { mayBeSkipped } from './may-be-skipped';
import type { Surroundings } from './text-marks';

/** The node whose settings are edited; none for those of the workflow. */
export const EditedNodeContext = createContext<string | undefined>(undefined);

/** What an expression of the edited node is held against. */
export function useSurroundings(readable: readonly string[]): Surroundings {
  const document = useCanvas((state) => state.document);
  const edited = useContext(EditedNodeContext);
  return useMemo(() => surroundingsOf(document, readable, edited), [document, readable, edited]);
}

function surroundingsOf(
  { graph }: CanvasDocument,
  readable: readonly string[],
  edited: string | undefined,
): Surroundings {
  const { nodes } = indexOf(graph);
  const skippable = new Map<string, boolean>();
  return {
    nodes: new Set(nodes.keys()),
    readable: new Set(readable),
    inputs: isOpen(graph.inputSchema) ? [] : [...fieldsIn(graph.inputSchema).keys()],
    fieldsOf(id) {
      const node = nodes.get(id);
      const kind = node && definitionOf(nodeDefinitions, node)?.kind;
      // A loop gives other fields to its body, and an error or a fallback takes the place of the data.
      if (!node || kind === 'loop' || node.onError !== 'fail') return undefined;
      const shape = shapeOf(node);
      const isFixed = shape === definitionOf(nodeDefinitions, node)?.dataSchema;
      return shape && (isFixed || shape.additionalProperties === false)
        ? [...fieldsIn(shape).keys()]
        : undefined;
    },
    skippable(id) {
      if (edited === undefined) return false;
      const known = skippable.get(id) ?? mayBeSkipped(graph, id, edited);
      skippable.set(id, known);
      return known;
    },
  };
}

const isOpen = (schema: JsonObject) =>
  schema.additionalProperties === true ||
  typeof schema.additionalProperties === 'object' ||
  !schema.properties;
