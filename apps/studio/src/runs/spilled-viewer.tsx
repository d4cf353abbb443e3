'use client';

import { useMutation } from '@tanstack/react-query';
import { Download, LoaderCircle, UnfoldVertical } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { artifactUrl } from '../api/client';
import type { JsonObject, JsonValue, Spilled } from '../api/types';
import { Button } from '../ui/button';
import { formatBytes } from '../ui/bytes';
import { JsonViewer } from '../ui/json-viewer';

/** A larger value would hold the page up and its memory full; it can be downloaded. */
const LARGEST = 32 * 1024 * 1024;

/**
 * A value of which some parts stand elsewhere because they are large: each shows its start and its size, and is read
 * when somebody asks for it.
 */
export function SpilledViewer(props: {
  title: string;
  value: JsonObject;
  spilled: Spilled | undefined;
  root: string;
}) {
  const [loaded, setLoaded] = useState<Readonly<Record<string, JsonValue>>>({});
  const parts = Object.entries(props.spilled ?? {}).filter(([key]) => !Object.hasOwn(loaded, key));
  return (
    <JsonViewer
      title={props.title}
      value={{ ...props.value, ...loaded }}
      root={props.root}
      note={parts.map(([key, part]) => (
        <Part
          key={key}
          name={key}
          {...part}
          onLoad={(value) => setLoaded((now) => ({ ...now, [key]: value }))}
        />
      ))}
    />
  );
}

function Part(props: {
  name: string;
  artifactId: string;
  bytes: number;
  onLoad: (value: JsonValue) => void;
}) {
  const t = useTranslations('runs');
  const locale = useLocale();
  const tooLarge = props.bytes > LARGEST;
  const read = useMutation({ mutationFn: () => readJson(props.artifactId), onSuccess: props.onLoad });
  return (
    <div className="spill">
      <code className="ell">{props.name}</code>
      <span className="mut t11">
        {formatBytes(props.bytes, locale)} · {t(tooLarge ? 'spill.tooLarge' : 'spill.part')}
      </span>
      <span className="sp" />
      {read.isError ? <span className="msg-e">{t('spill.failed')}</span> : null}
      {tooLarge ? null : (
        <Button size="small" off={read.isPending} onClick={() => read.mutate()}>
          {read.isPending ? (
            <LoaderCircle className="i spin" aria-hidden />
          ) : (
            <UnfoldVertical className="i" aria-hidden />
          )}
          {t(read.isPending ? 'spill.loading' : 'spill.load')}
        </Button>
      )}
      <a className="btn sm" href={artifactUrl(props.artifactId)} download={`${props.name}.json`}>
        <Download className="i" aria-hidden />
        {t('download')}
      </a>
    </div>
  );
}

async function readJson(artifactId: string): Promise<JsonValue> {
  const response = await fetch(artifactUrl(artifactId), { credentials: 'same-origin' });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as JsonValue;
}
