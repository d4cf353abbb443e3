'use client';

import { Download, FileText } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { artifactUrl } from '../api/client';
import type { Run } from '../api/types';
import { formatBytes } from '../ui/bytes';
import { ArtifactPreview } from './artifact-preview';

export function ArtifactList({ artifacts }: { artifacts: Run['artifacts'] }) {
  const t = useTranslations('runs');
  const locale = useLocale();
  return (
    <ul className="artifacts" aria-label={t('artifacts')}>
      {artifacts.map((artifact) => (
        <li key={artifact.artifactId}>
          <div className="artifact">
            <FileText className="i" aria-hidden />
            <span className="ell" title={artifact.path}>
              {artifact.name}
            </span>
            <span className="mut t11">
              {artifact.bytes === undefined ? artifact.mimeType : formatBytes(artifact.bytes, locale)}
            </span>
            <span className="sp" />
            <a className="btn sm" href={artifactUrl(artifact.artifactId)} download={artifact.name}>
              <Download className="i" aria-hidden />
              {t('download')}
            </a>
          </div>
          <ArtifactPreview artifact={artifact} />
        </li>
      ))}
    </ul>
  );
}
