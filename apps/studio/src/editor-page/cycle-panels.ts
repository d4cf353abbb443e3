const PANELS = '.editor-bar, .palette, .canvas, .drawer, .inspector';

/** F6: from panel to panel, to the first thing in it that takes the focus. */
export function cyclePanels(frame: HTMLElement | null, back: boolean): void {
  const panels = [...(frame?.querySelectorAll<HTMLElement>(PANELS) ?? [])];
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = panels[(at + (back ? -1 : 1) + panels.length) % panels.length];
  const target = next?.matches('[data-panel]')
    ? next
    : next?.querySelector<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]');
  target?.focus();
}
