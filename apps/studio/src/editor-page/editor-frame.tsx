'use client';

import { useCallback, useRef, useState } from 'react';
import { useWorkflow } from '../api/queries';
import { CanvasHandlersContext, type PlacedIssue } from '../canvas/canvas-store';
import { Inspector } from '../inspector/inspector';
import { actionHost } from './action-host';
import { EditorActionContext, useActionContext } from './actions/action-context';
import { AskedAddMenu } from './asked-add-menu';
import { CanvasMenu } from './canvas-menu';
import { Drawer } from './drawer';
import { EditorBar } from './editor-bar';
import { EditorCanvas } from './editor-canvas';
import type { EditorSession } from './editor-session';
import { EditorWindows } from './editor-windows';
import { Palette } from './palette';
import { useAdding } from './use-adding';
import { useCanvasHandlers } from './use-canvas-handlers';
import { useCanvasMenu } from './use-canvas-menu';
import { useCanvasView } from './use-canvas-view';
import { useClipboardText } from './use-clipboard-text';
import { useDraftSaver } from './use-draft-saver';
import { useEditorKeys } from './use-editor-keys';
import { useExport } from './use-export';
import { useGoTo } from './use-go-to';
import { usePanelSizes } from './use-panel-sizes';
import { usePanels } from './use-panels';
import { useRestore } from './use-restore';
import { useValidation } from './use-validation';
import { useWindows } from './use-windows';

/** The panels around the canvas, joined: what one asks for another shows. */
export function EditorFrame({ session }: { session: EditorSession }) {
  const { store, saver, workflow } = session;
  const { id } = workflow;
  const check = useValidation(id, store);
  const published = useWorkflow(id).data?.published ?? workflow.published ?? undefined;
  const [panels, setPanels] = usePanels();
  const sizes = usePanelSizes(panels, setPanels);
  const view = useCanvasView(store);
  const windows = useWindows(id, saver);
  const goTo = useGoTo(store, view.show, setPanels);
  const adding = useAdding(store, view, setPanels);
  const clipboard = useClipboardText(store);
  const menu = useCanvasMenu(store, view.canvas);
  const exportFile = useExport(id, windows.save);
  const handlers = useCanvasHandlers(store, adding.ask);
  const [searching, setSearching] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  useDraftSaver(session);
  useRestore(id, store);

  const actions = useActionContext(
    store,
    actionHost({
      windows,
      view,
      goTo,
      adding,
      clipboard,
      panels,
      setPanels,
      exportFile,
      openMenu: menu.openMenu,
      search: () => setSearching((now) => now + 1),
      frame,
    }),
  );
  useEditorKeys(actions, view.canvas, clipboard.pasteText);

  const { close } = windows;
  const { issue: toIssue } = goTo;
  const onGoTo = useCallback(
    (issue: Pick<PlacedIssue, 'nodeId' | 'edgeId' | 'field'>) => {
      close();
      toIssue(issue);
    },
    [close, toIssue],
  );
  return (
    <EditorActionContext value={actions}>
      <CanvasHandlersContext value={handlers}>
        <div className="shell" ref={frame}>
          <EditorBar
            saver={saver}
            published={published}
            openingRun={windows.opening === 'run'}
            onConflict={() => windows.show('conflict')}
            onProblems={() => setPanels({ drawer: true })}
          />
          <div {...sizes.studio}>
            <Palette open={panels.palette} searchRef={adding.search} onAdd={adding.add} />
            <EditorCanvas
              view={view}
              adding={adding}
              outline={panels.outline}
              searching={searching}
              onSearched={() => setSearching(0)}
              gestures={menu.gestures}
              onGoTo={onGoTo}
              onGoToNode={goTo.node}
            />
            {panels.drawer ? <div className="resize-y" {...sizes.drawer} /> : null}
            <Drawer open={panels.drawer} check={check} onGoTo={onGoTo} onGoToNode={goTo.node} />
            {panels.inspector ? <div className="resize-x" {...sizes.inspector} /> : null}
            <Inspector open={panels.inspector} focus={goTo.field} onGoToField={goTo.settings} />
          </div>
          {menu.at ? <CanvasMenu at={menu.at} onClose={menu.close} /> : null}
          <AskedAddMenu adding={adding} />
        </div>
        <EditorWindows
          workflowId={id}
          windows={windows}
          saver={saver}
          published={published}
          onGoTo={onGoTo}
          onGoToNode={goTo.node}
          onAdd={adding.add}
          focusCanvas={view.focus}
        />
      </CanvasHandlersContext>
    </EditorActionContext>
  );
}
