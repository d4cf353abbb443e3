'use client';

import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useRunAction } from '../editor-page/actions/action-context';
import { useChosenAtRest } from '../editor-page/editor-store';
import { IconButton } from '../ui/button';
import './inspector.css';
import { NodeInspector } from './node-inspector';
import { SeveralInspector } from './several-inspector';
import { useChoicesAsSteps } from './use-choices-as-steps';
import { WorkflowInspector } from './workflow-inspector';

export interface InspectorProps {
  readonly open: boolean;
  /** A field to go to; `times` tells one request from the next. */
  readonly focus: { readonly field: string; readonly times: number } | undefined;
  /** Leads to a field of the selected node. */
  readonly onGoToField: (field: string) => void;
}

/** The right panel: the selected node, several of them, or the workflow itself. */
export function Inspector({ open, focus, onGoToField }: InspectorProps) {
  const t = useTranslations('canvas');
  const act = useRunAction();
  const chosen = useChosenAtRest();
  const several = chosen.size > 1;
  const [nodeId] = several ? [] : chosen;
  const panel = useRef<HTMLElement>(null);
  const choices = useChoicesAsSteps();
  useGoToField(panel, focus);
  if (!open) {
    return (
      <aside className="inspector closed" aria-label={t('inspector.label')}>
        <IconButton label={t('inspector.open')} onClick={() => act('toggleInspector')}>
          <PanelRightOpen className="i" aria-hidden />
        </IconButton>
      </aside>
    );
  }
  const fold = (
    <IconButton label={t('inspector.close')} size="small" onClick={() => act('toggleInspector')}>
      <PanelRightClose className="i" aria-hidden />
    </IconButton>
  );
  return (
    <aside className="inspector" aria-label={t('inspector.label')} ref={panel} {...choices}>
      {several ? (
        <SeveralInspector fold={fold} />
      ) : nodeId === undefined ? (
        <WorkflowInspector fold={fold} />
      ) : (
        <NodeInspector key={nodeId} id={nodeId} fold={fold} onGoToField={onGoToField} />
      )}
    </aside>
  );
}

/** Opens the tab of settings, unfolds what hides the field, and puts the cursor into it. */
function useGoToField(panel: React.RefObject<HTMLElement | null>, focus: InspectorProps['focus']): void {
  const last = useRef(focus?.times);
  useEffect(() => {
    if (!focus || focus.times === last.current) return;
    last.current = focus.times;
    let timer = setTimeout(() => {
      // A tab is chosen by its focus; its panel is drawn after that.
      panel.current?.querySelector<HTMLElement>('[role="tab"][id$="settings"]')?.focus();
      const { activeElement } = document;
      timer = setTimeout(() => goToField(activeElement), 30);
    }, 60);
    const goToField = (from: Element | null) => {
      const root = panel.current;
      const { activeElement } = document;
      // Whoever went elsewhere meanwhile stays there.
      if (!root || (activeElement !== from && !root.contains(activeElement))) return;
      for (const fold of root.querySelectorAll('details')) {
        if (fold.querySelector(fieldSelector(focus.field))) fold.open = true;
      }
      const field = closest(root, focus.field);
      const control = field?.querySelector<HTMLElement>(
        'input, textarea, [contenteditable="true"], select, button',
      );
      field?.scrollIntoView({ block: 'center' });
      (
        control ?? root.querySelector<HTMLElement>('.ib input, .ib textarea, .ib select, .ib button')
      )?.focus();
    };
    return () => clearTimeout(timer);
  }, [focus, panel]);
}

const fieldSelector = (field: string) => `[data-field="${CSS.escape(field)}"]`;

/** The field itself, or the nearest one that holds it. */
function closest(root: HTMLElement, field: string): HTMLElement | undefined {
  for (let at = field; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const found = root.querySelector<HTMLElement>(fieldSelector(at));
    if (found) return found;
  }
  return undefined;
}
