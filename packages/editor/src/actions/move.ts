import { diffBetween, type EditorDiff } from '../diff';
import { type CanvasDocument, type Point, type Size, withPlaces } from '../document';

/** Puts nodes at new places, relative to the loop they stand in. The graph and its hash stay as they are. */
export function moveNodes(document: CanvasDocument, places: Readonly<Record<string, Point>>): EditorDiff {
  const moved = Object.entries(places).flatMap(([id, { x, y }]) => {
    const old = document.layout.nodes[id];
    return old && old.x === x && old.y === y ? [] : [[id, { ...old, x, y }] as const];
  });
  return diffBetween(document, withPlaces(document, Object.fromEntries(moved)));
}

/** Makes a loop larger than its body needs. */
export function resizeNode(document: CanvasDocument, id: string, { width, height }: Size): EditorDiff {
  const old = document.layout.nodes[id] ?? { x: 0, y: 0 };
  return diffBetween(document, withPlaces(document, { [id]: { ...old, width, height } }));
}
