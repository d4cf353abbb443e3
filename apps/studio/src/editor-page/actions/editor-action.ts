import type { NodeType } from '@weftwork/schema';
import type { ComponentType } from 'react';
import type { Shortcut } from '../../ui/shortcut';
import type { EditorState, EditorStore } from '../editor-store';

/** In the order in which menus and the palette list them. */
export const ACTION_GROUPS = ['workflow', 'edit', 'select', 'walk', 'view', 'panels'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

/** The windows that an action may open. */
export type EditorWindow =
  | 'run'
  | 'publish'
  | 'versions'
  | 'conflict'
  | 'keys'
  | 'node'
  | 'commands'
  | 'rename'
  | 'connect'
  | 'moveInto';
export type EditorPanel = 'palette' | 'inspector' | 'drawer' | 'outline';

/** What actions ask of the page around the document. */
export interface ActionHost {
  save(): void;
  openWindow(window: EditorWindow): void;
  exportFile(): void;
  /** Opens the menu of nodes behind this one. */
  addAfter(nodeId: string): void;
  /** Opens the menu of nodes for the middle of this edge. */
  addOnEdge(edgeId: string): void;
  /** The name that a new node of a type gets. */
  nameOfType(type: NodeType): string;
  /** Opens the menu of the selection, for the keyboard. */
  openMenu(): void;
  /** Puts the focus into the list of nodes. */
  findNode(): void;
  openInspector(): void;
  /** Opens search and replace, or selects its text anew. */
  search(): void;
  togglePanel(panel: EditorPanel): void;
  cyclePanels(back: boolean): void;
  /** Shows these nodes, or the whole graph. */
  fit(nodeIds?: ReadonlySet<string>): void;
  zoom(how: 'in' | 'out' | 'reset'): void;
  /** Brings a node into view. */
  show(nodeId: string): void;
  focusCanvas(): void;
  /** Lays out the selection if several nodes are in it, otherwise the whole graph. */
  tidy(): void;
  /** Leaves out what the browser does not allow: copying then takes the key. */
  writeClipboard(text: string): void;
  pasteClipboard(): void;
}

export interface ActionContext {
  readonly store: EditorStore;
  readonly host: ActionHost;
}

/** Where the keys of an action work: anywhere, anywhere but in text, or on the canvas. Never in dialogs and menus. */
export type KeyReach = 'page' | 'reading' | 'canvas';

/**
 * One thing a person can do in the editor. Menus, keys and the palette read the same object, so they agree on its
 * words (`actions.<id>` of the catalogue), its key and on when it is possible.
 */
export interface EditorAction<Id extends string = string> {
  readonly id: Id;
  readonly group: ActionGroup;
  readonly Icon?: ComponentType<{ className?: string }>;
  readonly keys: readonly Shortcut[];
  readonly reach: KeyReach;
  /** The browser sends these keys as events of its own, as it does for the clipboard. */
  readonly nativeKeys?: boolean;
  readonly danger?: boolean;
  enabled(state: EditorState): boolean;
  run(context: ActionContext): void;
}

/** Keeps the id as a literal, so that the list of all actions knows every id. */
export function defineAction<const Id extends string>(action: EditorAction<Id>): EditorAction<Id> {
  return action;
}

export const always = () => true;
export const hasChosenNodes = ({ chosen }: EditorState) => chosen.nodes.size > 0;
export const hasOneNode = ({ chosen }: EditorState) => chosen.nodes.size === 1;
export const hasOneEdge = ({ chosen }: EditorState) => chosen.edges.size === 1 && chosen.nodes.size === 0;
