'use client';

import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';

/** As long as systems wait that know the gesture themselves. */
const HOLD_MS = 500;
/** A finger that lies still moves less than this. */
const STILL = 10;

export interface Held {
  readonly target: Element;
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * A finger held still asks for the menu. Some browsers say so by a `contextmenu` event, others (those of iPhones and
 * iPads) never do: there this waits itself, and swallows the click that the end of such a touch would be.
 */
export function useLongTouch(onHeld: (held: Held) => void) {
  const latest = useRef(onHeld);
  latest.current = onHeld;
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly from: Held }>(undefined);
  const wasHeld = useRef(false);
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  return useMemo(() => {
    const stop = () => {
      clearTimeout(waiting.current?.timer);
      waiting.current = undefined;
    };
    return {
      onPointerDownCapture({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent) {
        stop();
        wasHeld.current = false;
        if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
        const from = { target, clientX, clientY };
        const timer = setTimeout(() => {
          waiting.current = undefined;
          wasHeld.current = true;
          latest.current(from);
        }, HOLD_MS);
        waiting.current = { timer, from };
      },
      onPointerMoveCapture({ clientX, clientY }: PointerEvent) {
        const from = waiting.current?.from;
        if (from && Math.hypot(clientX - from.clientX, clientY - from.clientY) > STILL) stop();
      },
      onPointerUpCapture: stop,
      onPointerCancelCapture: stop,
      onContextMenuCapture: stop,
      onClickCapture(event: MouseEvent) {
        if (wasHeld.current) event.stopPropagation();
        wasHeld.current = false;
      },
    };
  }, []);
}
