'use client';

import { useTranslations } from 'next-intl';
import type { PublishReport, WorkflowGraph } from '../api/types';

/** The limits that the system lowered, each by the name of the field it stands in. */
export function ClampList({ clamps, graph }: { clamps: PublishReport['clamps']; graph: WorkflowGraph }) {
  const t = useTranslations('canvas');
  if (clamps.length === 0) return null;
  return (
    <>
      <h3>{t('publish.clamps')}</h3>
      <ul className="plain-list t12">
        {clamps.map(({ path, asked, given }) => {
          const [, list, name = ''] = path.split('/');
          const node = list === 'nodes' ? graph.nodes[Number(name)] : undefined;
          return (
            <li key={path}>
              {node ? <b>{node.name || node.id}</b> : null}{' '}
              {t('publish.clamp', {
                field: t(list === 'nodes' ? 'options.timeLimit' : `limits.${name}`),
                asked,
                given,
              })}
            </li>
          );
        })}
      </ul>
    </>
  );
}
