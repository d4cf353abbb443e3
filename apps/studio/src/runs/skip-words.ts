'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

const SKIPPED = /^(\S+) was skipped$/;
const NOT_TAKEN = /^(\S+) did not take (\S+)$/;

/** Why a node was skipped, in the reader's language. `nameOf` gives the name of a node by its id. */
export function useSkipWords(nameOf: (nodeId: string) => string): (reason: string) => string {
  const t = useTranslations('runs');
  return useCallback(
    (reason) =>
      reason
        .split(', ')
        .map((cause) => {
          const skipped = SKIPPED.exec(cause);
          if (skipped) return t('skip.skipped', { name: nameOf(skipped[1] ?? '') });
          const notTaken = NOT_TAKEN.exec(cause);
          if (notTaken) {
            return t('skip.notTaken', { name: nameOf(notTaken[1] ?? ''), handle: notTaken[2] ?? '' });
          }
          return cause;
        })
        .join(t('skip.and')),
    [t, nameOf],
  );
}
