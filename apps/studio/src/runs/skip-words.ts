'use client';

import { readSkipReason } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** Why a node was skipped, in the reader's language. `nameOf` gives the name of a node by its id. */
export function useSkipWords(nameOf: (nodeId: string) => string): (reason: string) => string {
  const t = useTranslations('runs');
  return useCallback(
    (reason) =>
      readSkipReason(reason)
        ?.map((cause) =>
          cause.kind === 'skipped'
            ? t('skip.skipped', { name: nameOf(cause.nodeId) })
            : t('skip.notTaken', { name: nameOf(cause.nodeId), handle: cause.handle }),
        )
        .join(t('skip.and')) ?? reason,
    [t, nameOf],
  );
}
