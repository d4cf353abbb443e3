'use client';

import type { JsonValue, NodeType } from '@weftwork/schema';
import { useTranslations } from 'next-intl';

/** Names of fields and options from the catalogue; a field that it does not know yet goes by its own name. */
export function useFieldWords(type: NodeType) {
  const t = useTranslations('canvas');
  // Field names come from the definitions, so the compiler cannot list these keys; `has` asks instead.
  const find = (key: string): string | undefined => (t.has(key as never) ? t(key as never) : undefined);
  return {
    /** A field that is there for several values of another may have a name for each. */
    label: (name: string, variant?: JsonValue) =>
      find(`nodes.${type}.variants.${name}.${variant}`) ??
      find(`nodes.${type}.fields.${name}`) ??
      find(`fields.${name}`) ??
      name,
    help: (name: string) => find(`nodes.${type}.help.${name}`) ?? find(`help.${name}`),
    option: (name: string, option: string) =>
      find(`nodes.${type}.options.${name}.${option}`) ?? find(`options.${option}`) ?? option,
  };
}
