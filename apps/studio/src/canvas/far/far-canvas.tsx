'use client';

import { useStoreApi } from '@xyflow/react';
import { useContext, useEffect, useRef } from 'react';
import { CanvasContext } from '../canvas-store';
import { type FlowEdge, type FlowNode, sameBoxes } from '../flow-elements';
import { watchTheme } from '../watch-theme';
import { drawFar } from './draw-far';
import { readFarColours } from './far-colours';
import { sceneOf } from './far-scene';

export interface Drawing {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export interface FarCanvasProps {
  readonly read: () => Drawing;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Names and settings are not seen from afar: typing in a form is no reason to draw. */
function looksTheSame(now: Drawing, before: Drawing): boolean {
  return (
    now.edges === before.edges &&
    (now.nodes === before.nodes ||
      (sameBoxes(now.nodes, before.nodes) &&
        now.nodes.every((node, index) => node.selected === before.nodes[index]?.selected)))
  );
}

/** What measures of the studio ask of the element, since there are no cards to look for. */
export type FarCanvasElement = HTMLCanvasElement & { farBoxes?: (selectedOnly: boolean) => DOMRect[] };

/** The whole graph on one element, drawn at most once a frame. It only shows: gestures belong to what is under it. */
export function FarCanvas({ read, subscribe }: FarCanvasProps) {
  const element = useRef<FarCanvasElement>(null);
  const flow = useStoreApi();
  const canvas = useContext(CanvasContext);

  useEffect(() => {
    const target = element.current;
    const context = target?.getContext('2d');
    if (!target || !context || !canvas) return undefined;
    let colours = readFarColours(target);
    let frame = 0;
    const draw = () => {
      frame = 0;
      const { width, height, transform } = flow.getState();
      const scale = window.devicePixelRatio || 1;
      const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
      if (target.width !== wide || target.height !== high) {
        target.width = wide;
        target.height = high;
      }
      context.setTransform(scale, 0, 0, scale, 0, 0);
      const { nodes, edges } = read();
      const { overlay } = canvas.getState();
      drawFar(context, { scene: sceneOf(nodes), edges, overlay, colours, transform, width, height });
      target.dataset.drawn = String(nodes.length);
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const recolour = () => {
      colours = readFarColours(target);
      ask();
    };
    target.farBoxes = (selectedOnly) => {
      const [dx, dy, zoom] = flow.getState().transform;
      const corner = target.getBoundingClientRect();
      return sceneOf(read().nodes)
        .boxes.filter((box) => !box.isLoop && (box.selected || !selectedOnly))
        .map(
          (box) =>
            new DOMRect(
              corner.x + box.x * zoom + dx,
              corner.y + box.y * zoom + dy,
              box.width * zoom,
              box.height * zoom,
            ),
        );
    };
    let drawn = read();
    const stops = [
      watchTheme(recolour),
      subscribe(() => {
        const now = read();
        if (!looksTheSame(now, drawn)) ask();
        drawn = now;
      }),
      flow.subscribe(({ transform, width, height }, before) => {
        if (transform !== before.transform || width !== before.width || height !== before.height) ask();
      }),
      canvas.subscribe(({ overlay }, before) => {
        if (overlay !== before.overlay) ask();
      }),
    ];
    draw();
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [canvas, flow, read, subscribe]);

  return <canvas ref={element} className="far-canvas" />;
}
