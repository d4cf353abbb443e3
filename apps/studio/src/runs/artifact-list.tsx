'use client';

import { Download, FileText } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { artifactUrl } from '../api/client';
import type { Artifact } from '../api/types';
import { ArtifactPreview } from './artifact-preview';

export function ArtifactList({ artifacts }: { artifacts: readonly Artifact[] }) {
  const t = useTranslations('runs');
  return (
    <ul className="artifacts" aria-label={t('artifacts')}>
      {artifacts.map((artifact) => (
        <li key={artifact.artifactId}>
          <div className="artifact">
            <FileText className="i" aria-hidden />
            <span className="ell" title={artifact.path}>
              {artifact.name}
            </span>
            <span className="mut t11">{artifact.mimeType}</span>
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
