'use client';

import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Dialog } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { useNode } from '../../canvas/canvas-store';
import { useShownRun } from '../../editor-page/shown-run';
import { IconButton } from '../../ui/button';
import { type InsertTarget, InsertTargetContext } from '../expression/insert-target';
import { EditedNodeContext } from '../expression/use-surroundings';
import { NodeHead } from '../node-head';
import { SettingsForm } from '../settings-form';
import { useChoicesAsSteps } from '../use-choices-as-steps';
import { LastValuesProvider } from '../values-context';
import { NodeInput } from './node-input';
import { NodeOutput } from './node-output';
import './node-view.css';
import { useShownNodeRun } from './use-shown-node-run';

export interface NodeViewProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One node in the large: what goes in, its settings, and what comes out, side by side. */
export function NodeView({ id, onClose }: NodeViewProps) {
  const t = useTranslations('inspector');
  const node = useNode(id);
  const shown = useShownNodeRun(id, useShownRun().stream.view);
  const target = useRef<InsertTarget['current']>(undefined);
  const choices = useChoicesAsSteps();
  // Undo may take the node away from under its settings.
  useEffect(() => {
    if (!node) onClose();
  }, [node, onClose]);
  if (!node) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="veil" />
        <Dialog.Content
          className="dialog node-view"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>(FIRST_CONTROL);
            if (!first) return;
            event.preventDefault();
            first.focus({ preventScroll: true });
          }}
          onEscapeKeyDown={(event) => belongsToField(document.activeElement) && event.preventDefault()}
        >
          <Dialog.Title className="sr">{t('view.title', { name: node.name || node.id })}</Dialog.Title>
          <EditedNodeContext value={id}>
            <LastValuesProvider>
              <InsertTargetContext value={target}>
                <NodeHead
                  node={node}
                  fold={
                    <Dialog.Close asChild>
                      <IconButton label={t('view.close')} size="small">
                        <X className="i" aria-hidden />
                      </IconButton>
                    </Dialog.Close>
                  }
                />
                <div className="nv" {...choices}>
                  <NodeInput node={node} shown={shown} />
                  <section className="nv-col nv-settings" aria-label={t('view.settings')}>
                    <div className="nv-body ib">
                      <SettingsForm node={node} />
                    </div>
                  </section>
                  <NodeOutput node={node} shown={shown} />
                </div>
              </InsertTargetContext>
            </LastValuesProvider>
          </EditedNodeContext>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The settings are what one came for. */
const FIRST_CONTROL = '.nv-settings :is(textarea, input, select, [contenteditable="true"], button)';

/** Escape first closes an open list, and gives Tab back in a code field; only then the view. */
function belongsToField(focused: Element | null): boolean {
  const isListOpen = focused?.matches('textarea[aria-controls], .cm-content[aria-activedescendant]') ?? false;
  return isListOpen || focused?.closest('.cm-editor:not([data-leaving])') != null;
}
