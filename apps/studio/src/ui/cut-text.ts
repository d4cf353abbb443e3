import { useEffect } from 'react';

/** Text that is cut stands in its own element or a few above what the pointer is on. */
const LEVELS = 4;

function isCut(element: Element): boolean {
  const style = getComputedStyle(element);
  const sideways = style.textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth;
  return sideways || (style.webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight);
}

/** The title that an element got here, as it may be cut no more or say something else by now. */
const given = new WeakMap<Element, string>();

function giveTitle(event: Event): void {
  if (!(event.target instanceof Element)) return;
  if (event instanceof PointerEvent && event.buttons !== 0) return; // something is dragged
  let element: Element | null = event.target;
  for (let level = 0; level < LEVELS && element; level += 1, element = element.parentElement) {
    const own = element.getAttribute('title');
    if (own !== null && own !== given.get(element)) return; // it says more itself
    if (isCut(element)) {
      const text = element.textContent?.trim() ?? '';
      element.setAttribute('title', text);
      given.set(element, text);
      return;
    }
    if (own !== null) element.removeAttribute('title');
  }
}

/** Text that ends in an ellipsis is shown whole on hover, wherever it stands. */
export function useTitlesOfCutText(): void {
  useEffect(() => {
    document.addEventListener('pointerover', giveTitle);
    return () => document.removeEventListener('pointerover', giveTitle);
  }, []);
}
