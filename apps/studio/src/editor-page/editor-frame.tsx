'use client';

import {
  absolutePlace,
  type CanvasDocument,
  indexOf,
  nodeSize,
  type Point,
  type Size,
} from '@weftwork/editor';
import { nodeDefinitions } from '@weftwork/nodes/definitions';
import type { Issue, NodeType } from '@weftwork/schema';
import { useReactFlow } from '@xyflow/react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWorkflow } from '../api/queries';
import type { Workflow } from '../api/types';
import { CanvasHandlersContext, type PlacedIssue } from '../canvas/canvas-store';
import { cornersOf, sceneOf } from '../canvas/far/far-scene';
import { useFit } from '../canvas/use-fit';
import { ZoomRow } from '../canvas/zoom-row';
import { GraphSearch } from '../graph-search/graph-search';
import { Inspector } from '../inspector/inspector';
import { NodeView } from '../inspector/node-view/node-view';
import { Outline } from '../outline/outline';
import { RunDialog } from '../run-dialog/run-dialog';
import { useToast } from '../ui/toast';
import { downloadJson } from '../workflows/download-json';
import { EditorActionContext, useActionContext } from './actions/action-context';
import type { ActionHost, EditorWindow } from './actions/editor-action';
import { AddMenu, mayFollow } from './add-menu';
import { CanvasMenu } from './canvas-menu';
import { ConflictDialog } from './conflict-dialog';
import { cyclePanels } from './cycle-panels';
import { Drawer } from './drawer';
import { type AddPlace, addAt, addFromPalette, paste, tidyAll } from './editor-actions';
import { EditorBar } from './editor-bar';
import { EditorCommands } from './editor-commands';
import { useChosenNodeId, useEditor, useEditorStore } from './editor-store';
import { EmptyHint } from './empty-hint';
import { FlowCanvas } from './flow-canvas';
import { KeysDialog } from './keys-dialog';
import { NodeWindow } from './node-window';
import { Palette } from './palette';
import { PublishDialog } from './publish-dialog';
import { RunBar } from './run-bar';
import { RunBars } from './run-bars';
import { RunNews } from './run-news';
import { SelectionNews } from './selection-news';
import { useCanvasMenu } from './use-canvas-menu';
import { useDraftSaver } from './use-draft-saver';
import { useEditorKeys } from './use-editor-keys';
import { usePanels } from './use-panels';
import { useResize } from './use-resize';
import { useRestore } from './use-restore';
import { useShownRun } from './use-shown-run';
import { useValidation } from './use-validation';

interface OpenAdd {
  readonly x: number;
  readonly y: number;
  readonly place: AddPlace;
}

/** The panels around the canvas, joined: what one asks for another shows. */
export function EditorFrame({ workflow }: { workflow: Workflow }) {
  const t = useTranslations('canvas');
  const store = useEditorStore();
  const say = useToast();
  const flow = useReactFlow();
  const fit = useFit();
  const { id } = workflow;
  const saver = useDraftSaver(id, store, workflow.draft.revision);
  const check = useValidation(id, store);
  const run = useShownRun(store);
  const live = useWorkflow(id);
  const [panels, setPanels] = usePanels();
  const [open, setOpen] = useState<EditorWindow>();
  const [adding, setAdding] = useState<OpenAdd>();
  const [searching, setSearching] = useState(0);
  const [focusField, setFocusField] = useState<{ field: string; times: number }>();
  const canvas = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const name = useEditor((state) => state.document.graph.name);
  const inputSchema = useEditor((state) => state.document.graph.inputSchema);
  const chosenNode = useChosenNodeId();
  const closeWindow = useCallback(() => setOpen(undefined), []);

  // A node that the address named is chosen already; its settings are what was asked for.
  useEffect(() => {
    if (store.getState().chosen.nodes.size > 0) setPanels({ inspector: true });
  }, [store, setPanels]);

  const show = useCallback(
    (nodeId: string) => {
      const box = boxOnCanvas(store.getState().document, nodeId);
      if (!box) return;
      const { x, y, width, height } = box;
      const corner = flow.flowToScreenPosition({ x, y });
      const far = flow.flowToScreenPosition({ x: x + width, y: y + height });
      const frame = canvas.current?.getBoundingClientRect();
      const inView =
        frame &&
        corner.x > frame.left &&
        far.x < frame.right &&
        corner.y > frame.top + 44 &&
        far.y < frame.bottom;
      if (!inView) {
        void flow.setCenter(x + width / 2, y + height / 2, { zoom: flow.getZoom(), duration: 160 });
      }
    },
    [flow, store],
  );

  const goToNode = useCallback(
    (nodeId: string) => {
      if (!indexOf(store.getState().document.graph).nodes.has(nodeId)) return;
      store.getState().choose([nodeId]);
      show(nodeId);
    },
    [store, show],
  );

  const goTo = useCallback(
    (issue: Pick<PlacedIssue, 'nodeId' | 'edgeId' | 'field'>) => {
      setOpen(undefined);
      if (issue.edgeId !== undefined) store.getState().choose([], [issue.edgeId]);
      else if (issue.nodeId !== undefined) goToNode(issue.nodeId);
      else store.getState().choose([]);
      setPanels({ inspector: true });
      setFocusField((now) => ({ field: issue.field, times: (now?.times ?? 0) + 1 }));
    },
    [store, goToNode, setPanels],
  );

  const centre = useCallback((): Point => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return flow.screenToFlowPosition({ x: box.left + box.width / 2 - 96, y: box.top + box.height / 2 - 40 });
  }, [flow]);

  const typeName = (type: NodeType) => t(`nodes.${type}.name`);
  /** The canvas, or the row of the outline that stands for the selection. */
  const focusCanvas = useCallback(() => {
    const row = canvas.current?.querySelector<HTMLElement>('.outline tr[tabindex="0"]');
    (row ?? canvas.current)?.focus({ preventScroll: true });
  }, []);
  const finishAdd = (added: string | undefined) => {
    if (added === undefined) return;
    setPanels({ inspector: true });
    // The new node is measured first, then brought into view.
    setTimeout(() => {
      show(added);
      focusCanvas();
    }, 60);
  };

  const handlers = useMemo(
    () => ({
      openAdd(from: { nodeId: string; handle: string } | { edgeId: string }, anchor: DOMRect) {
        const place: AddPlace = 'edgeId' in from ? { kind: 'edge', ...from } : { kind: 'output', ...from };
        setAdding({ x: anchor.right + 8, y: anchor.top - 8, place });
      },
      showIteration: (path: readonly number[]) => store.getState().setIteration(path),
    }),
    [store],
  );

  const findNode = () => {
    setPanels({ palette: true });
    setTimeout(() => search.current?.focus(), 0);
  };

  const addAfter = (nodeId: string) => {
    const { nodes, out } = indexOf(store.getState().document.graph);
    const node = nodes.get(nodeId);
    const box = boxOnCanvas(store.getState().document, nodeId);
    const used = new Set((out.get(nodeId) ?? []).map((edge) => edge.sourceHandle ?? 'default'));
    const outputs = node ? (nodeDefinitions[node.type]?.handles(node.config) ?? []) : [];
    const handle = outputs.find((each) => !used.has(each)) ?? outputs[0];
    const row = canvas.current?.querySelector(`[data-row="${CSS.escape(nodeId)}"]`)?.getBoundingClientRect();
    if (row && handle !== undefined) {
      setAdding({ x: row.left + 64, y: row.bottom, place: { kind: 'output', nodeId, handle } });
      return;
    }
    if (!box || handle === undefined) {
      findNode();
      return;
    }
    const at = flow.flowToScreenPosition({ x: box.x + box.width + 16, y: box.y });
    setAdding({ ...at, place: { kind: 'output', nodeId, handle } });
  };

  const openRun = async () => {
    if (open) return;
    if (!(await saver.save())) {
      if (saver.state.kind === 'conflict') setOpen('conflict');
      else say(t('save.beforeRun'), { bad: true });
      return;
    }
    setOpen('run');
  };

  const pasteText = useCallback(
    (text: string) => {
      if (!paste(store, text, undefined)) say(t('paste.refused'), { bad: true });
    },
    [store, say, t],
  );
  const router = useRouter();
  const published = live.data?.published ?? workflow.published ?? undefined;
  const openVersions = async () => {
    // The page of versions shows the draft as it is stored; what cannot be saved is not left behind.
    if (await saver.save()) router.push(`/workflows/${encodeURIComponent(id)}/versions`);
    else if (saver.state.kind === 'conflict') setOpen('conflict');
  };
  useRestore(id, store);

  /** A graph laid out anew stands elsewhere, so it is brought back into view. */
  const tidy = async () => {
    await tidyAll(store);
    if (store.getState().chosen.nodes.size < 2) fit(store.flow.getState().nodes, 160);
  };

  const menu = useCanvasMenu(store, canvas);
  const host: ActionHost = {
    addOnEdge: (edgeId) => {
      const { nodes, edges } = store.flow.getState();
      const edge = edges.find((each) => each.id === edgeId);
      const corners = (edge && cornersOf(sceneOf(nodes), edge)) ?? [];
      const middle = corners[Math.floor(corners.length / 2)];
      if (middle) setAdding({ ...flow.flowToScreenPosition(middle), place: { kind: 'edge', edgeId } });
    },
    nameOfType: typeName,
    openMenu: menu.openMenu,
    save: () => void saver.save(),
    run: () => void openRun(),
    openWindow: (window) => (window === 'versions' ? void openVersions() : setOpen(window)),
    exportFile: () => downloadJson(`${name || id}.json`, store.getState().document),
    addAfter,
    findNode,
    openInspector: () => {
      setPanels({ inspector: true });
      setFocusField((now) => ({ field: '', times: (now?.times ?? 0) + 1 }));
    },
    togglePanel: (panel) => {
      setPanels({ [panel]: !panels[panel] });
      if (panel === 'outline') setTimeout(focusCanvas, 0);
    },
    cyclePanels: (back) => cyclePanels(frame.current, back),
    fit: (only) => {
      const { nodes } = store.flow.getState();
      fit(only ? nodes.filter((node) => only.has(node.id)) : nodes, 160);
    },
    zoom: (how) =>
      void (how === 'in'
        ? flow.zoomIn({ duration: 160 })
        : how === 'out'
          ? flow.zoomOut({ duration: 160 })
          : flow.zoomTo(1, { duration: 160 })),
    show,
    search: () => setSearching((now) => now + 1),
    focusCanvas,
    tidy: () => void tidy(),
    writeClipboard: (text) =>
      void navigator.clipboard.writeText(text).catch(() => say(t('clipboard.useCopyKey'), { bad: true })),
    pasteClipboard: () =>
      void navigator.clipboard
        .readText()
        .then(pasteText)
        .catch(() => say(t('clipboard.usePasteKey'), { bad: true })),
  };
  const actions = useActionContext(store, host);
  useEditorKeys(actions, canvas, pasteText);

  const inspectorResize = useResize('x', panels.inspectorWidth, [280, 560], (inspectorWidth) =>
    setPanels({ inspectorWidth }),
  );
  const drawerResize = useResize('y', panels.drawerHeight, [96, 480], (drawerHeight) =>
    setPanels({ drawerHeight }),
  );
  const style = {
    ...(panels.inspectorWidth ? { '--wf-inspector': `${panels.inspectorWidth}px` } : {}),
    ...(panels.drawerHeight ? { '--wf-drawer': `${panels.drawerHeight}px` } : {}),
  } as CSSProperties;
  const inLoop = useAddContainer(adding);

  return (
    <EditorActionContext value={actions}>
      <CanvasHandlersContext value={handlers}>
        <div className="shell" ref={frame}>
          <EditorBar
            save={saver.state}
            published={published}
            onRetrySave={() => void saver.save()}
            onConflict={() => setOpen('conflict')}
            onProblems={() => setPanels({ drawer: true })}
            onVersions={() => void openVersions()}
            onRun={() => void openRun()}
            onPublish={() => setOpen('publish')}
            onExport={host.exportFile}
            onKeys={() => setOpen('keys')}
          />
          <div
            className={`studio${panels.palette ? '' : ' no-palette'}${panels.inspector ? '' : ' no-inspector'}${panels.drawer ? '' : ' no-drawer'}`}
            style={style}
          >
            <Palette
              open={panels.palette}
              onToggle={() => setPanels({ palette: !panels.palette })}
              searchRef={search}
              onAdd={(type) => finishAdd(addFromPalette(store, type, typeName(type), centre()))}
            />
            <main
              className="canvas"
              ref={canvas}
              tabIndex={panels.outline ? -1 : 0}
              aria-label={panels.outline ? t('canvas.outlineLabel') : t('canvas.label')}
              data-panel={panels.outline ? undefined : true}
              onContextMenu={menu.onContextMenu}
            >
              {panels.outline ? (
                <Outline onGoTo={goTo} onClose={() => host.togglePanel('outline')} />
              ) : (
                <FlowCanvas
                  onDropConnection={(from, at) => setAdding({ ...at, place: { kind: 'output', ...from } })}
                  onOpenNode={(nodeId) => {
                    store.getState().choose([nodeId]);
                    setOpen('node');
                  }}
                >
                  <ZoomRow
                    read={store.flow.getState}
                    subscribe={store.flow.subscribe}
                    onTidy={() => void tidy()}
                  />
                </FlowCanvas>
              )}
              {run.runId !== undefined ? (
                <RunBar stream={run.stream} onClose={() => run.show(undefined)} />
              ) : panels.outline ? null : (
                <EmptyHint />
              )}
              {searching > 0 ? (
                <GraphSearch
                  asked={searching}
                  onShow={goToNode}
                  onGoTo={goTo}
                  onClose={() => {
                    setSearching(0);
                    focusCanvas();
                  }}
                />
              ) : null}
              {panels.outline ? null : <SelectionNews />}
              <RunNews />
            </main>
            <div className="resize-y" {...drawerResize} aria-hidden />
            <Drawer
              open={panels.drawer}
              onToggle={() => setPanels({ drawer: !panels.drawer })}
              check={check}
              run={run}
              onGoTo={goTo}
              onGoToNode={goToNode}
            />
            <div className="resize-x" {...inspectorResize} aria-hidden />
            <Inspector
              open={panels.inspector}
              onToggle={() => setPanels({ inspector: !panels.inspector })}
              view={run.stream.view}
              focus={focusField}
            />
          </div>
          {menu.at ? <CanvasMenu at={menu.at} onClose={menu.close} /> : null}
          {adding ? (
            <AddMenu
              x={adding.x}
              y={adding.y}
              allows={(type) => mayFollow(type, inLoop)}
              onClose={() => setAdding(undefined)}
              onAdd={(type) => {
                setAdding(undefined);
                finishAdd(addAt(store, type, typeName(type), adding.place));
              }}
            />
          ) : null}
        </div>
        {open === 'node' && chosenNode !== undefined ? (
          <NodeView id={chosenNode} view={run.stream.view} onClose={closeWindow} />
        ) : null}
        {open === 'run' ? (
          <RunDialog
            workflowId={id}
            name={name}
            inputSchema={inputSchema}
            version="draft"
            onClose={closeWindow}
            onStarted={(started) => {
              closeWindow();
              store.getState().markRun();
              run.show(started.id);
            }}
            onRefused={(problems) => {
              const { setIssues, document } = store.getState();
              setIssues(problems as readonly Issue[], document);
            }}
          >
            <RunBars onGoTo={goTo} />
          </RunDialog>
        ) : null}
        {open === 'publish' ? (
          <PublishDialog
            workflowId={id}
            published={published}
            saveDraft={saver.save}
            onGoTo={goTo}
            onClose={closeWindow}
          />
        ) : null}
        {open === 'conflict' && saver.state.kind === 'conflict' ? (
          <ConflictDialog
            conflict={saver.state.conflict}
            onClose={closeWindow}
            onKeepMine={() => {
              closeWindow();
              void saver.keepMine();
            }}
            onTakeTheirs={() => {
              closeWindow();
              saver.takeTheirs();
            }}
          />
        ) : null}
        {open === 'keys' ? <KeysDialog onClose={closeWindow} /> : null}
        {open === 'commands' ? (
          <EditorCommands
            workflowId={id}
            onClose={closeWindow}
            onGoToNode={(nodeId) => {
              goToNode(nodeId);
              focusCanvas();
            }}
            onAdd={(type) => finishAdd(addFromPalette(store, type, typeName(type), centre()))}
          />
        ) : null}
        <NodeWindow
          open={open}
          onClose={() => {
            closeWindow();
            // A renamed node has another row, so the one that the window gives the focus back to is gone.
            setTimeout(() => document.activeElement === document.body && focusCanvas(), 50);
          }}
        />
      </CanvasHandlersContext>
    </EditorActionContext>
  );
}

function useAddContainer(adding: OpenAdd | undefined): boolean {
  const graph = useEditor((state) => state.document.graph);
  if (!adding || adding.place.kind === 'free') return false;
  const { nodes, edges } = indexOf(graph);
  const sourceId =
    adding.place.kind === 'edge' ? edges.get(adding.place.edgeId)?.source : adding.place.nodeId;
  return nodes.get(sourceId ?? '')?.parentId !== undefined;
}

/** Where a node stands on the whole canvas, drawn or not. */
function boxOnCanvas(document: CanvasDocument, id: string): (Point & Size) | undefined {
  const node = indexOf(document.graph).nodes.get(id);
  return node && { ...absolutePlace(document, id), ...nodeSize(document, nodeDefinitions, node) };
}
