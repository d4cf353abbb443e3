'use client';

import type { GraphDiff } from '@weftwork/editor';
import { Minus, PencilLine, Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import type { WorkflowGraph } from '../api/types';
import { edgePath } from '../canvas/edge-path';
import { NodeIcon } from '../ui/node-icon';
import { type DiffPicture, diffPicture, type PictureNode } from './diff-picture';
import { handleHeight, type Place, picturePlaces } from './picture-places';

/** Wider than the way that an edge takes around a row. */
const PADDING = 32;

export interface DiffGraphProps {
  readonly after: WorkflowGraph;
  readonly diff: GraphDiff;
  /** The node that a change points at. */
  readonly shown: string | undefined;
  readonly onShow: (nodeId: string) => void;
}

/** Two graphs laid over each other: green came, red went, accent changed. */
export function DiffGraph({ after, diff, shown, onShow }: DiffGraphProps) {
  const t = useTranslations('versions');
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const picture = useMemo(() => diffPicture(after, diff), [after, diff]);
  const laid = useMemo(() => picturePlaces(picture, Math.max(320, width - 2 * PADDING)), [picture, width]);
  useEffect(() => {
    if (shown === undefined) return;
    const card = box.current?.querySelector(`[data-picture-node="${CSS.escape(shown)}"]`);
    card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown]);
  return (
    <div className="dg-box" ref={box}>
      <section
        className="dg"
        style={{ width: laid.width + 2 * PADDING, height: laid.height + 2 * PADDING }}
        aria-label={t('graph')}
      >
        <Edges picture={picture} places={laid.places} lanes={laid.lanes} />
        {picture.nodes.map((node) => (
          <Card
            key={node.id}
            node={node}
            place={laid.places.get(node.id)!}
            isLoop={laid.places.get(node.id)!.height > 40}
            on={node.id === shown}
            onShow={onShow}
          />
        ))}
      </section>
      {picture.leftOut > 0 ? (
        <p className="t12 mut dg-left">{t('leftOut', { count: picture.leftOut })}</p>
      ) : null}
    </div>
  );
}

function useWidth(box: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(900);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

function Edges(props: {
  picture: DiffPicture;
  places: ReadonlyMap<string, Place>;
  lanes: ReadonlyMap<string, number>;
}) {
  const order = { same: 0, removed: 1, added: 2 } as const;
  const edges = [...props.picture.edges].sort((a, b) => order[a.kind] - order[b.kind]);
  return (
    <svg className="dg-edges" width="100%" height="100%" aria-hidden>
      <g transform={`translate(${PADDING} ${PADDING})`}>
        {edges.map(({ key, source, target, kind }) => {
          const [from, to] = [props.places.get(source), props.places.get(target)];
          if (!from || !to) return null;
          const ends = {
            sourceX: from.x + from.width,
            sourceY: handleHeight(from),
            targetX: to.x,
            targetY: handleHeight(to),
          };
          return <path key={key} className={`de-${kind}`} d={edgePath(ends, props.lanes.get(key)).path} />;
        })}
      </g>
    </svg>
  );
}

export const CHANGE_SIGNS = {
  added: { Icon: Plus, look: 'add' },
  removed: { Icon: Minus, look: 'del' },
  changed: { Icon: PencilLine, look: 'chg' },
} as const;

function Card(props: {
  node: PictureNode;
  place: Place;
  isLoop: boolean;
  on: boolean;
  onShow: (nodeId: string) => void;
}) {
  const t = useTranslations('versions');
  const { node, place } = props;
  const style: CSSProperties = {
    left: place.x + PADDING,
    top: place.y + PADDING,
    width: place.width,
    height: place.height,
  };
  const className = `dn dn-${node.kind}${props.isLoop ? ' loop' : ''}${props.on ? ' on' : ''}`;
  const inner = (
    <>
      <NodeIcon type={node.type} />
      <span className="ell">{node.name}</span>
    </>
  );
  if (node.kind === 'same') {
    return (
      <div className={className} style={style} data-picture-node={node.id} title={node.name}>
        {inner}
      </div>
    );
  }
  const { Icon, look } = CHANGE_SIGNS[node.kind];
  return (
    <button
      type="button"
      className={className}
      style={style}
      data-picture-node={node.id}
      title={node.name}
      onClick={() => props.onShow(node.id)}
    >
      <span className={`sg ${look}`}>
        <Icon className="i" role="img" aria-label={t(`kind.${node.kind}`)} />
      </span>
      {inner}
    </button>
  );
}
