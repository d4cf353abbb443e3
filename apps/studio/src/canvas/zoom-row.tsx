'use client';

import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { Minus, Plus, Scan, WandSparkles } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '../ui/button';
import { MiniMap, type MiniMapProps, useRoomForMap } from './mini-map';
import { useFit } from './use-fit';
import { viewMove } from './view-move';

export interface ZoomTool {
  /** Its name and tip. */
  readonly label: string;
  readonly run: () => void;
}

export interface ZoomRowProps extends MiniMapProps {
  readonly tools: Readonly<Record<'out' | 'reset' | 'in' | 'fit', ZoomTool>> & { readonly tidy?: ZoomTool };
}

/** Zoom, fit, where the graph is edited tidy, and where there is room a map. */
export function ZoomRow({ read, subscribe, tools }: ZoomRowProps) {
  const roomy = useRoomForMap();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  return (
    <Panel position="bottom-right" className={roomy ? 'tools roomy' : 'tools'}>
      <div className="tz">
        <Tool {...tools.out} Icon={Minus} />
        <button type="button" className="z" title={tools.reset.label} onClick={tools.reset.run}>
          {percent} %
        </button>
        <Tool {...tools.in} Icon={Plus} />
        <span className="sp" />
        <Tool {...tools.fit} Icon={Scan} />
        {tools.tidy ? <Tool {...tools.tidy} Icon={WandSparkles} /> : null}
      </div>
      {roomy ? <MiniMap read={read} subscribe={subscribe} /> : null}
    </Panel>
  );
}

function Tool({ label, run, Icon }: ZoomTool & { Icon: typeof Plus }) {
  return (
    <IconButton label={label} size="small" onClick={run}>
      <Icon className="i" aria-hidden />
    </IconButton>
  );
}

/** The zoom row of a graph that is only looked at, where no keys are. */
export function ReadingZoomRow({ read, subscribe }: MiniMapProps) {
  const t = useTranslations('actions');
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const fit = useFit('reading');
  const tools = {
    out: { label: t('zoomOut'), run: () => void zoomOut(viewMove()) },
    reset: { label: t('zoomReset'), run: () => void zoomTo(1, viewMove()) },
    in: { label: t('zoomIn'), run: () => void zoomIn(viewMove()) },
    fit: { label: t('fit'), run: () => fit(read().nodes, viewMove().duration) },
  };
  return <ZoomRow read={read} subscribe={subscribe} tools={tools} />;
}
