'use client';

import { Panel, useReactFlow, useStore } from '@xyflow/react';
import { Minus, Plus, Scan, WandSparkles } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '../ui/button';
import { MiniMap, type MiniMapProps } from './mini-map';
import { useFit } from './use-fit';

/** Zoom, fit, tidy, and where there is room a map. */
export function ZoomRow({ read, subscribe, onTidy }: MiniMapProps & { onTidy?: () => void }) {
  const t = useTranslations('canvas');
  const { zoomIn, zoomOut, zoomTo } = useReactFlow();
  const fit = useFit();
  const percent = useStore((state) => Math.round(state.transform[2] * 100));
  const duration = 160;
  return (
    <Panel position="bottom-right" className="tools">
      <div className="tz">
        <IconButton label={t('zoom.out')} size="small" onClick={() => void zoomOut({ duration })}>
          <Minus className="i" aria-hidden />
        </IconButton>
        <button
          type="button"
          className="z"
          title={t('zoom.reset')}
          onClick={() => void zoomTo(1, { duration })}
        >
          {percent} %
        </button>
        <IconButton label={t('zoom.in')} size="small" onClick={() => void zoomIn({ duration })}>
          <Plus className="i" aria-hidden />
        </IconButton>
        <span className="sp" />
        <IconButton label={t('zoom.fit')} size="small" onClick={() => fit(read().nodes, duration)}>
          <Scan className="i" aria-hidden />
        </IconButton>
        {onTidy ? (
          <IconButton label={t('zoom.tidy')} size="small" onClick={onTidy}>
            <WandSparkles className="i" aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <MiniMap read={read} subscribe={subscribe} />
    </Panel>
  );
}
