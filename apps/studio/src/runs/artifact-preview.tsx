'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { artifactUrl } from '../api/client';
import type { Artifact } from '../api/types';

/** As much of a text as helps to know it; the file itself is one click away. */
const PREVIEW_BYTES = 64 * 1024;

const isText = (type: string) => /^text\/|json|xml|yaml|javascript/.test(type);
const isImage = (type: string) => /^image\/(png|jpeg|gif|webp)$/.test(type);

/** A look into a text or picture, on demand. Text is shown as text, never as a page. */
export function ArtifactPreview({ artifact }: { artifact: Artifact }) {
  const t = useTranslations('runs');
  const [open, setOpen] = useState(false);
  const type = artifact.mimeType;
  const text = useQuery({
    queryKey: ['artifact-text', artifact.artifactId],
    queryFn: () => readStart(artifactUrl(artifact.artifactId)),
    enabled: open && isText(type),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isText(type) && !isImage(type)) return null;
  return (
    <details className="preview" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('preview')}</summary>
      {/* biome-ignore lint/performance/noImgElement: bytes of a run, which no optimiser may see */}
      {open && isImage(type) ? <img src={artifactUrl(artifact.artifactId)} alt={artifact.name} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      {text.data !== undefined ? <pre tabIndex={0}>{text.data}</pre> : null}
      {text.error ? <p className="msg-e">{String(text.error)}</p> : null}
    </details>
  );
}

async function readStart(url: string): Promise<string> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (text.length < PREVIEW_BYTES) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
  }
  void reader.cancel();
  return `${text.slice(0, PREVIEW_BYTES)}\n…`;
}
