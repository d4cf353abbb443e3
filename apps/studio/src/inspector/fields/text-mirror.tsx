'use client';

import type { ReactNode, Ref } from 'react';
import type { MarkedText } from '../expression/text-marks';

/** Laying a longer text out twice at every key takes longer than typing it. */
const LONGEST = 50_000;

/**
 * The text once more behind its field: expressions are tinted there, and what is wrong is underlined. A very long one
 * stands in its field alone; what is wrong with it is told below.
 */
export function TextMirror(props: {
  text: string;
  marked: MarkedText;
  className: string;
  ref: Ref<HTMLDivElement>;
}) {
  return (
    <div className={`mirror ${props.className}`} aria-hidden ref={props.ref}>
      {props.text.length > LONGEST ? null : drawParts(props.text, props.marked)}
      {'\u200b'}
    </div>
  );
}

function drawParts(text: string, { holes, marks }: MarkedText): ReactNode[] {
  const cuts = [0, text.length, ...[...holes, ...marks].flatMap(({ from, to }) => [from, to])];
  const places = [...new Set(cuts)].sort((a, b) => a - b);
  return places.slice(1).map((to, index) => {
    const from = places[index]!;
    const hole = holes.some((each) => each.from <= from && each.to >= to);
    const mark = marks.find((each) => each.from <= from && each.to >= to);
    const names = [hole && 'tm-hole', mark && `tm-${mark.severity}`].filter(Boolean).join(' ');
    return (
      <span key={from} className={names || undefined}>
        {text.slice(from, to)}
      </span>
    );
  });
}
