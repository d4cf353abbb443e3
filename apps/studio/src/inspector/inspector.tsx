'use client';

import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type SyntheticEvent, useEffect, useMemo, useRef } from 'react';
import { useChosenNodeId, useEditor, useEditorStore } from '../editor-page/editor-store';
import type { RunView } from '../run-state/run-view';
import { IconButton } from '../ui/button';
import './inspector.css';
import { NodeInspector } from './node-inspector';
import { SeveralInspector } from './several-inspector';
import { WorkflowInspector } from './workflow-inspector';

export interface InspectorProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly view: RunView | undefined;
  /** A field to go to; `times` tells one request from the next. */
  readonly focus: { readonly field: string; readonly times: number } | undefined;
}

/** The right panel: the selected node, several of them, or the workflow itself. */
export function Inspector({ open, onToggle, view, focus }: InspectorProps) {
  const t = useTranslations('canvas');
  const nodeId = useChosenNodeId();
  const several = useEditor((state) => state.chosen.nodes.size > 1);
  const panel = useRef<HTMLElement>(null);
  const choices = useChoicesAsSteps();
  useGoToField(panel, focus, nodeId);
  if (!open) {
    return (
      <aside className="inspector closed" aria-label={t('inspector.label')}>
        <IconButton label={t('inspector.open')} onClick={onToggle}>
          <PanelRightOpen className="i" aria-hidden />
        </IconButton>
      </aside>
    );
  }
  const fold = (
    <IconButton label={t('inspector.close')} size="small" onClick={onToggle}>
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
        <NodeInspector key={nodeId} id={nodeId} view={view} fold={fold} />
      )}
    </aside>
  );
}

/** Typing in a field is one step of the history until the field is left; a press or a choice is a step of its own. */
function useChoicesAsSteps() {
  const store = useEditorStore();
  return useMemo(() => {
    const end = () => store.getState().endGesture();
    const choosing = ({ target }: SyntheticEvent) => {
      const { tagName, type } = target as HTMLInputElement;
      if (tagName === 'SELECT' || type === 'checkbox') end();
    };
    return { onClickCapture: end, onClick: end, onChangeCapture: choosing, onChange: choosing };
  }, [store]);
}

/** Opens the tab of settings, unfolds what hides the field, and puts the cursor into it. */
function useGoToField(
  panel: React.RefObject<HTMLElement | null>,
  focus: InspectorProps['focus'],
  nodeId: string | undefined,
): void {
  const last = useRef(focus?.times);
  useEffect(() => {
    if (!focus || focus.times === last.current) return;
    last.current = focus.times;
    let timer = setTimeout(() => {
      // A tab is chosen by its focus; its panel is drawn after that.
      panel.current?.querySelector<HTMLElement>('[role="tab"][id$="settings"]')?.focus();
      timer = setTimeout(goToField, 30);
    }, 60);
    const goToField = () => {
      const root = panel.current;
      if (!root) return;
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
  // The node of the request is the selected one by then.
  void nodeId;
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
