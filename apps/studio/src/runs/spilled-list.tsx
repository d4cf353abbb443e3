'use client';

import { useTranslations } from 'next-intl';
import type { Spilled } from '../api/types';
import { ArtifactList } from './artifact-list';

/** Values too large for the page: their start is in the output above, the whole is loaded on demand. */
export function SpilledList({ spilled }: { spilled: Spilled }) {
  const t = useTranslations('runs');
  return (
    <section>
      <h3 className="pad12">{t('spilled')}</h3>
      <ArtifactList
        artifacts={Object.entries(spilled).map(([key, { artifactId, bytes }]) => ({
          artifactId,
          name: `${key}.json`,
          mimeType: 'application/json',
          path: key,
          bytes,
        }))}
      />
    </section>
  );
}
