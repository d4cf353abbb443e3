/*
 * The clipboard as any page has it. `navigator.clipboard` does not exist on a page that came over plain HTTP from
 * another machine, so nothing else of the studio uses it.
 */

/** Puts text into the clipboard; whether it got there. Without a clipboard of its own a page copies from a field that nobody sees. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed, or the page is not in front: the older way may still work.
  }
  return copyFromField(text);
}

function copyFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr';
  // Within an open dialog, which keeps the focus from everything outside.
  (before?.closest('[role="dialog"]') ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** What the clipboard holds; undefined where the browser keeps it from the page. The keys to paste work all the same. */
export async function readClipboard(): Promise<string | undefined> {
  return navigator.clipboard?.readText().catch(() => undefined);
}
