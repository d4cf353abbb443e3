'use client';

import { isJsonObject } from '@weftwork/schema';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { HandleWord } from './outline-lines';

const NAMED = new Set(['else', 'error', 'approved', 'rejected', 'answered', 'timed_out', 'default']);

/** How an output is called: its case's label, a word of the catalogue, or its own name. */
export function useHandleWord(): HandleWord {
  const t = useTranslations('canvas');
  return useCallback(
    (node, handle) => {
      const cases = Array.isArray(node.config.cases) ? node.config.cases : [];
      const found = cases.find((item) => isJsonObject(item) && item.id === handle);
      if (isJsonObject(found) && typeof found.label === 'string' && found.label) return found.label;
      return NAMED.has(handle) ? t(`handles.${handle}`) : handle;
    },
    [t],
  );
}
