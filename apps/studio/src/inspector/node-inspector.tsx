'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { useNode, useNodeState } from '../canvas/canvas-store';
import { ActionIcon } from '../editor-page/actions/action-button';
import type { NodeState } from '../run-state/node-states';
import { StatusIcon } from '../ui/status-badge';
import { Tabs } from '../ui/tabs';
import { EditedNodeContext } from './expression/use-surroundings';
import { NodeDocs } from './node-docs';
import { NodeHead } from './node-head';
import { NodeValues } from './node-values';
import { SettingsForm } from './settings-form';
import { LastValuesProvider } from './values-context';

type TabId = 'settings' | 'values' | 'docs';

/** One node: its name and id, its settings, what the last run gave it, and what it does. */
export function NodeInspector({
  id,
  fold,
  onGoToField,
}: {
  id: string;
  onGoToField: (field: string) => void;
  fold: ReactNode;
}) {
  const t = useTranslations('canvas');
  const node = useNode(id);
  const state = useNodeState(id);
  // Fixed when the node is chosen: a run that goes on must not take a form away from under the typing.
  const [tab, setTab] = useState<TabId>(hasRun(state) ? 'values' : 'settings');
  if (!node) return null;
  const status = state?.status;
  return (
    <EditedNodeContext value={id}>
      <LastValuesProvider>
        <NodeHead
          node={node}
          fold={
            <>
              <ActionIcon id="openNode" size="small" />
              {fold}
            </>
          }
        />
        <Tabs<TabId>
          label={t('inspector.tabs')}
          value={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'settings',
              label: t('inspector.settings'),
              panel: (
                <div className="ib">
                  <SettingsForm node={node} />
                </div>
              ),
            },
            {
              id: 'values',
              label: (
                <>
                  {t('inspector.values')}
                  {status ? (
                    <span className={`st st-${status}`}>
                      <StatusIcon status={status} />
                    </span>
                  ) : null}
                </>
              ),
              panel: <NodeValues id={id} onGoToField={onGoToField} />,
            },
            { id: 'docs', label: t('inspector.docs'), panel: <NodeDocs node={node} /> },
          ]}
        />
      </LastValuesProvider>
    </EditedNodeContext>
  );
}

function hasRun(state: NodeState | undefined): boolean {
  return state !== undefined && state.status !== 'skipped';
}
