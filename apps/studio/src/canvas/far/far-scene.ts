import type { Point } from '@weftwork/editor';
import { type Ends, edgeCorners } from '../edge-path';
import { type FlowEdge, type FlowNode, handlePoint, INPUT_HANDLE } from '../flow-elements';

/** A node as a rectangle of the whole canvas. */
export interface SceneBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isLoop: boolean;
  readonly selected: boolean;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn, in places of the whole canvas: loops before what stands in them. */
export interface Scene {
  readonly boxes: readonly SceneBox[];
  readonly byId: ReadonlyMap<string, SceneBox>;
  readonly nodes: ReadonlyMap<string, FlowNode>;
}

const scenes = new WeakMap<readonly FlowNode[], Scene>();

/** The scene of a list of nodes, made once per list. Expects parents before their children. */
export function sceneOf(nodes: readonly FlowNode[]): Scene {
  const known = scenes.get(nodes);
  if (known) return known;
  const byId = new Map<string, SceneBox>();
  for (const node of nodes) {
    const parent = node.parentId === undefined ? undefined : byId.get(node.parentId);
    byId.set(node.id, {
      id: node.id,
      x: node.position.x + (parent?.x ?? 0),
      y: node.position.y + (parent?.y ?? 0),
      width: node.width ?? 0,
      height: node.height ?? 0,
      isLoop: node.type === 'loop',
      selected: node.selected === true,
    });
  }
  const scene = { boxes: [...byId.values()], byId, nodes: new Map(nodes.map((node) => [node.id, node])) };
  scenes.set(nodes, scene);
  return scene;
}

/** The topmost node at a point: what stands in a loop before the loop. */
export function boxAt(scene: Scene, { x, y }: Point): SceneBox | undefined {
  return scene.boxes.findLast(
    (box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height,
  );
}

/** The nodes that a rectangle touches. A loop counts only when it is wholly inside, so that its body can be boxed. */
export function boxesIn(scene: Scene, rect: Rect): SceneBox[] {
  const [right, bottom] = [rect.x + rect.width, rect.y + rect.height];
  return scene.boxes.filter((box) =>
    box.isLoop
      ? box.x >= rect.x && box.y >= rect.y && box.x + box.width <= right && box.y + box.height <= bottom
      : box.x < right && box.x + box.width > rect.x && box.y < bottom && box.y + box.height > rect.y,
  );
}

/** Where an edge starts, turns and ends; nothing when one of its nodes is not drawn. */
export function cornersOf(scene: Scene, edge: FlowEdge): Point[] | undefined {
  const [source, target] = [scene.nodes.get(edge.source), scene.nodes.get(edge.target)];
  const [from, to] = [scene.byId.get(edge.source), scene.byId.get(edge.target)];
  if (!source || !target || !from || !to) return undefined;
  const out = handlePoint(source, edge.sourceHandle ?? 'default');
  const into = handlePoint(target, INPUT_HANDLE);
  const ends: Ends = {
    sourceX: out.x + from.x - source.position.x,
    sourceY: out.y + from.y - source.position.y,
    targetX: into.x + to.x - target.position.x,
    targetY: into.y + to.y - target.position.y,
  };
  return edgeCorners(ends, edge.data?.lane);
}
