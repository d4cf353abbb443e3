'use client';

import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useTranslations } from 'next-intl';
import { type PointerEvent, useContext, useEffect, useRef, useState } from 'react';
import { CanvasContext } from './canvas-store';
import type { Drawing } from './far/far-canvas';
import { type FarColours, readFarColours } from './far/far-colours';
import { type Rect, type Scene, sceneOf } from './far/far-scene';
import { watchTheme } from './watch-theme';

const WIDTH = 174;
const HEIGHT = 96;
/** The map and the zoom row above it, with the distance to the border and some air. */
const CORNER = { width: 204, height: 152 };
/** Narrower canvases need the room. */
const LEAST_CANVAS = 1000;
/** The map comes and goes only when the view has come to rest. */
const REST_MS = 200;

export interface MiniMapProps {
  readonly read: () => Drawing;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Whether the canvas is wide enough for a map. */
export const useRoomForMap = () => useStore(({ width }) => width > LEAST_CANVAS);

/** The whole graph, small, with what is in view; pressing it goes there. Only while no card stands in its corner. */
export function MiniMap(source: MiniMapProps) {
  const free = useFreeCorner(source);
  return free ? <Overview {...source} /> : null;
}

function Overview({ read, subscribe }: MiniMapProps) {
  const t = useTranslations('canvas');
  const element = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const canvas = useContext(CanvasContext);
  const { setCenter, getZoom } = useReactFlow();
  const scale = useRef({ x: 0, y: 0, by: 1 });

  useEffect(() => {
    const target = element.current;
    const context = target?.getContext('2d');
    if (!target || !context || !canvas) return undefined;
    let colours = readFarColours(target);
    let frame = 0;
    const pixels = window.devicePixelRatio || 1;
    target.width = WIDTH * pixels;
    target.height = HEIGHT * pixels;
    const draw = () => {
      frame = 0;
      const { transform, width, height } = flow.getState();
      const [dx, dy, zoom] = transform;
      const seen = { x: -dx / zoom, y: -dy / zoom, width: width / zoom, height: height / zoom };
      const scene = sceneOf(read().nodes);
      const all = union(scene, seen);
      const by = Math.min((WIDTH - 8) / all.width, (HEIGHT - 8) / all.height);
      scale.current = {
        x: all.x - (WIDTH / by - all.width) / 2,
        y: all.y - (HEIGHT / by - all.height) / 2,
        by,
      };
      context.setTransform(pixels, 0, 0, pixels, 0, 0);
      context.clearRect(0, 0, WIDTH, HEIGHT);
      context.scale(by, by);
      context.translate(-scale.current.x, -scale.current.y);
      const { overlay } = canvas.getState();
      for (const box of scene.boxes) {
        const status = overlay?.nodes.get(box.id)?.status;
        context.fillStyle = box.isLoop ? colours.loop : colourOf(status, colours);
        context.fillRect(box.x, box.y, box.width, box.height);
      }
      context.strokeStyle = colours.accent;
      context.lineWidth = 1.5 / by;
      context.strokeRect(seen.x, seen.y, seen.width, seen.height);
    };
    const ask = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const recolour = () => {
      colours = readFarColours(target);
      ask();
    };
    const stops = [
      watchTheme(recolour),
      subscribe(ask),
      flow.subscribe(({ transform, width }, before) => {
        if (transform !== before.transform || width !== before.width) ask();
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

  const goTo = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const { x, y, by } = scale.current;
    void setCenter(x + (event.clientX - box.x) / by, y + (event.clientY - box.y) / by, { zoom: getZoom() });
  };
  return (
    <canvas
      ref={element}
      className="map"
      role="img"
      aria-label={t('zoom.map')}
      title={t('zoom.map')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) goTo(event);
      }}
    />
  );
}

function useFreeCorner({ read, subscribe }: MiniMapProps): boolean {
  const flow = useStoreApi();
  const [free, setFree] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let movedAt = 0;
    const look = () => {
      const { transform, width, height } = flow.getState();
      const [dx, dy, zoom] = transform;
      const corner = {
        x: (width - CORNER.width - dx) / zoom,
        y: (height - CORNER.height - dy) / zoom,
        width: CORNER.width / zoom,
        height: CORNER.height / zoom,
      };
      const { boxes } = sceneOf(read().nodes);
      setFree(boxes.length > 0 && !boxes.some((box) => overlaps(box, corner)));
    };
    const lookAtRest = () => {
      const rested = performance.now() - movedAt;
      timer = rested < REST_MS ? setTimeout(lookAtRest, REST_MS - rested) : undefined;
      if (!timer) look();
    };
    // Asked at each step of a drag: one timer waits out all of them.
    const later = () => {
      movedAt = performance.now();
      timer ??= setTimeout(lookAtRest, REST_MS);
    };
    // The first view of a graph is where it stays: a map that came later would be seen to come.
    let placed = false;
    const stops = [
      subscribe(later),
      flow.subscribe(({ transform }) => {
        if (!placed && isPlaced(transform)) {
          placed = true;
          look();
        }
        later();
      }),
    ];
    if (isPlaced(flow.getState().transform)) look();
    later();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [flow, read, subscribe]);
  return free;
}

/** Before a graph is brought into view it stands at its own coordinates. */
const isPlaced = ([x, y, zoom]: readonly [number, number, number]) => x !== 0 || y !== 0 || zoom !== 1;

const overlaps = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;

function union({ boxes }: Scene, seen: Rect): Rect {
  let [left, top, right, bottom] = [seen.x, seen.y, seen.x + seen.width, seen.y + seen.height];
  for (const box of boxes) {
    left = Math.min(left, box.x);
    top = Math.min(top, box.y);
    right = Math.max(right, box.x + box.width);
    bottom = Math.max(bottom, box.y + box.height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function colourOf(status: string | undefined, colours: FarColours): string {
  return (status && colours.status[status]) ?? colours.idle;
}
